/**
 * The worker that runs Python: it loads Pyodide and our package, then answers the page's requests.
 *
 * The page first sends the addresses of the files. Then each message is a request with a number, and the worker sends
 * messages with the same number back. One request runs at a time; a stream of analyses makes room for others.
 */

/** Files that are decompressed here: not every file host compresses them. */
const gzipped = /\.(?:wasm|zip)$/;
const plainFetch = self.fetch.bind(self);

/** Fetch a file; large ones are compressed, and end in .bin so that no host compresses or unpacks them itself. @param {any} input @param {any} [options] */
self.fetch = async (input, options) => {
  const address = String(input?.url ?? input);
  if (!gzipped.test(new URL(address, self.location.href).pathname)) return plainFetch(input, options);
  const response = await plainFetch(`${address}.bin`);
  if (!response.ok || !response.body) throw new Error(`${address}.bin: ${response.status}`);
  const counted = response.body.pipeThrough(countBytes());
  const type = address.endsWith(".wasm") ? "application/wasm" : "application/zip";
  return new Response(counted.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": type } });
};

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
/** Numbers of streams that nobody reads any more. @type {Set<number>} */
const closedStreams = new Set();

/** Load Python. @param {{runtime: string, app: string, counted?: boolean}} files `counted`: measure time in steps */
async function start({ runtime, app, counted = false }) {
  const modules = fetch(app).then((response) => response.arrayBuffer());
  const { loadPyodide } = await import(`${runtime}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: runtime, checkAPIVersion: false });
  python.unpackArchive(await modules, "zip");
  const { Backend } = python.pyimport("divisor_duel.web.offline.backend");
  const made = Backend(counted);
  self.postMessage({ ready: true });
  return made;
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
    self.postMessage({ number: data.number, failed: String(/** @type {any} */ (error)?.message ?? error) });
  }
});

export {};
