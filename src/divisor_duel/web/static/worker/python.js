/**
 * The worker that runs Python: it loads Pyodide and our package, then answers the page's requests.
 *
 * The page first sends the addresses of the files. Then each message is a request with a number, and the worker sends
 * messages with the same number back. One request runs at a time; a stream of analyses makes room for others.
 */

/** Files that are decompressed here: not every file host compresses them. */
const gzipped = /\.(?:wasm|zip|so|pack)$/;
const plainFetch = self.fetch.bind(self);
/** Files that were asked for before Pyodide does, by address. @type {Map<string, Promise<Response>>} */
const early = new Map();

/** Fetch a file for Pyodide. @param {any} input @param {any} [options] */
self.fetch = (input, options) => {
  const address = new URL(String(input?.url ?? input), self.location.href).href;
  const begun = early.get(address);
  early.delete(address);
  return begun ?? (gzipped.test(address) ? fetchGzipped(address) : plainFetch(input, options));
};

/** Fetch a compressed file; its name ends in .bin so that no host compresses or unpacks it itself. @param {string} address */
async function fetchGzipped(address) {
  const response = await plainFetch(`${address}.bin`);
  if (!response.ok || !response.body) throw new Error(`${address}.bin: ${response.status}`);
  const counted = response.body.pipeThrough(countBytes());
  const type = address.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
  return new Response(counted.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": type } });
}

/** Fetch a file now for Pyodide, which asks for it later. @param {string} address */
function fetchEarly(address) {
  const response = fetchGzipped(address);
  response.catch(() => {}); // Pyodide reports it
  early.set(address, response);
}

let loaded = 0;
let reported = 0;
/** Report the bytes that arrive, now and then. */
const countBytes = () =>
  new TransformStream({
    transform(chunk, controller) {
      loaded += chunk.byteLength;
      if (loaded - reported > 100_000) {
        reported = loaded;
        self.postMessage({ loaded });
      }
      controller.enqueue(chunk);
    },
  });

/** @type {Promise<any>|null} the Python object that answers requests */
let backend = null;
/** Numbers of streams that are no longer read. @type {Set<number>} */
const closedStreams = new Set();

/** Where our modules are in Python's file system. */
const FOLDER = "/modules";

/** @typedef {{runtime: string, app: string, library: string, counted?: boolean}} Files `counted`: measure time in steps */

/** Load Python. @param {Files} files */
async function start(files) {
  const memory = await savedMemory(files.app);
  const made = await load(files, memory).catch((error) => {
    if (!memory) throw error;
    forgetMemory();
    return load(files, null);
  });
  self.postMessage({ ready: true });
  return made;
}

/** Load Python, or restore its memory as it was after an earlier start. @param {Files} files @param {ArrayBuffer|null} memory */
async function load({ runtime, app, library, counted = false }, memory) {
  for (const name of ["pyodide.asm.wasm", `${library}`, "python_stdlib.zip"]) fetchEarly(runtime + name);
  const modules = fetchGzipped(app).then((response) => response.arrayBuffer());
  const [{ loadPyodide }, { default: createModule }] = await Promise.all([
    import(`${runtime}pyodide.js`),
    import(`${runtime}pyodide.asm.js`),
  ]);
  const python = await loadPyodide({
    indexURL: runtime,
    checkAPIVersion: false,
    env: { PYTHONPATH: FOLDER },
    fsInit: async (/** @type {any} */ FS) => writeModules(FS, await modules),
    createPyodideModule: (/** @type {any} */ settings) => createModule(withLibrary(settings, runtime, library)),
    ...(memory ? { _loadSnapshot: memory } : { _makeSnapshot: true }),
  });
  python.runPython("from divisor_duel.web.offline.backend import Backend");
  if (!memory) saveMemory(app, python);
  return python.globals.get("Backend")(counted);
}

/** Write our modules into Python's file system: after an index come the contents of the files. @param {any} FS @param {ArrayBuffer} packed */
function writeModules(FS, packed) {
  const bytes = new Uint8Array(packed);
  let at = 4 + new DataView(packed).getUint32(0, true);
  for (const [path, size] of JSON.parse(new TextDecoder().decode(bytes.subarray(4, at)))) {
    FS.mkdirTree(`${FOLDER}/${path}`.replace(/\/[^/]*$/, ""));
    FS.writeFile(`${FOLDER}/${path}`, bytes.subarray(at, at + size));
    at += size;
  }
}

/**
 * Have the compiled library loaded before Python starts. Then it is at the same place each time, as saved memory expects.
 * @param {any} settings @param {string} runtime @param {string} library
 */
function withLibrary(settings, runtime, library) {
  const { locateFile } = settings;
  const path = `${FOLDER}/${library}`;
  settings.dynamicLibraries = [path];
  settings.locateFile = (/** @type {string} */ name) => (name === path ? runtime + library : locateFile(name));
  return settings;
}

/** The browser's storage for Python's memory after a start. Later starts restore it, in a third of the time. */
const MEMORY = "duel memory";
/** Wait before memory is saved, in milliseconds: the page comes first. */
const SAVE_AFTER = 2000;

/** Return the memory of an earlier start with the same modules; null if there is none. @param {string} app */
async function savedMemory(app) {
  const saved = await self.caches?.match(app, { cacheName: MEMORY }).catch(() => undefined);
  return saved ? saved.arrayBuffer().catch(() => null) : null;
}

/** Forget the memory of earlier starts. */
const forgetMemory = () => self.caches?.delete(MEMORY).catch(() => false);

/** Save Python's memory for later starts: the part in use, as it is before the first request. @param {string} app @param {any} python */
function saveMemory(app, python) {
  if (!self.caches) return;
  const memory = python.makeMemorySnapshot();
  const last = memory.findLastIndex((/** @type {number} */ byte) => byte !== 0);
  const used = memory.subarray(0, Math.ceil((last + 1) / 4) * 4);
  setTimeout(async () => {
    await forgetMemory();
    const cache = await self.caches.open(MEMORY).catch(() => null);
    await cache?.put(app, new Response(used)).catch(forgetMemory);
  }, SAVE_AFTER);
}

/** Let messages that have arrived be handled first. */
const pause = () => new Promise((done) => setTimeout(done));

/** Send each better analysis, until the last one or until the page closes the stream. @param {any} python @param {any} message */
async function stream(python, { number, request }) {
  const answers = python.stream(request);
  try {
    for (const answer of answers) {
      if (closedStreams.delete(number)) return;
      self.postMessage({ number, answer });
      await pause();
    }
    self.postMessage({ number, done: true });
  } finally {
    answers.destroy();
  }
}

self.addEventListener("message", async ({ data }) => {
  if (data.close) return closedStreams.add(data.close);
  if (data.files) {
    backend = start(data.files);
    return backend.catch((error) => self.postMessage({ failed: String(error?.message ?? error) }));
  }
  try {
    const python = await backend;
    if (data.stream) await stream(python, data);
    else self.postMessage({ number: data.number, answer: python.answer(data.request), done: true });
  } catch (error) {
    const { message, pyodide_fatal_error: fatal } = /** @type {any} */ (error);
    if (fatal) forgetMemory();
    self.postMessage({ number: fatal ? undefined : data.number, failed: String(message ?? error) });
  }
});

export {};
