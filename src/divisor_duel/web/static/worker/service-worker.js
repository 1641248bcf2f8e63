/**
 * The service worker of a static site: stores all its files, and answers from them, with or without a network.
 *
 * A new version is stored beside the old one, and takes over when the reader wants it or all pages are closed.
 */

/** The version of the site and the paths of its files: the build puts them in front. @type {{version: string, files: string[]}} */
const { version, files } = /** @type {any} */ (self).SITE;
const worker = /** @type {any} */ (self);
const PREFIX = `duel ${worker.registration.scope} `;
const NAME = PREFIX + version;
/** Pages of the documentation that were opened. */
const PAGES_READ = `${PREFIX}docs`;

/** Return the address of a file. @param {string} path */
const address = (path) => new URL(path, worker.registration.scope).href;

/** Fetch a file of the site. A folder's page is fetched by the folder's address: some hosts redirect the other one. @param {string} url */
async function load(url) {
  const fresh = !/\/(?:assets|runtime)\//.test(url); // those folders are named after their content
  const response = await fetch(url.replace(/index\.html$/, ""), { cache: fresh ? "no-cache" : "default" });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return new Response(response.body, { headers: response.headers });
}

/** Store all files; those of an older version that have the same address are copied, not downloaded. */
async function store() {
  const cache = await caches.open(NAME);
  for (const url of files.map(address)) {
    const known = /\/(?:assets|runtime)\//.test(url) ? await caches.match(url) : undefined;
    await cache.put(url, known ?? (await load(url)));
  }
}

/** Remove the files of other versions. */
async function tidy() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== NAME && name !== PAGES_READ);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** Answer a request from the stored files; the documentation is fetched if possible. @param {Request} request */
async function answer(request) {
  const url = new URL(request.url);
  const { search } = url;
  url.search = url.hash = "";
  if (url.pathname.endsWith("/")) url.pathname += "index.html";
  const cache = await caches.open(NAME);
  const stored = await cache.match(url.href);
  if (stored) return stored;
  // A page's addresses are relative to its folder, so file hosts redirect to it as well.
  if (await cache.match(`${url.href}/index.html`)) return Response.redirect(`${url.href}/${search}`);
  return read(request);
}

/** Fetch what is not part of the site's own pages, and store it for a time without a network. @param {Request} request */
async function read(request) {
  const cache = await caches.open(PAGES_READ);
  try {
    const response = await fetch(request);
    if (response.ok && request.url.startsWith(address("docs/"))) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const stored = await cache.match(request, { ignoreSearch: true });
    if (stored) return stored;
    throw error;
  }
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(store()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(tidy()));
worker.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "update") worker.skipWaiting();
});
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(worker.registration.scope)) event.respondWith(answer(request));
});

export {};
