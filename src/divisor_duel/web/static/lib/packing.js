/** Text in addresses: compressed, and written in letters that an address may contain. */

/** Length limit of an unpacked text, in bytes. */
const LONGEST = 100_000;

/** Return all bytes of a stream; throws if there are too many. @param {ReadableStream<Uint8Array>} stream */
async function readAll(stream) {
  /** @type {BlobPart[]} */
  const parts = [];
  let length = 0;
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.byteLength;
    if (length > LONGEST) throw new Error("This text is too long.");
    parts.push(/** @type {any} */ (value));
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Return a text as it is written in an address. @param {string} text */
export async function pack(text) {
  const bytes = await readAll(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw")));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
}

/** Return the text that `pack` has written. @param {string} code @returns {Promise<string>} */
export async function unpack(code) {
  const bytes = Uint8Array.from(atob(code.replace(/-/g, "+").replace(/_/g, "/")), (char) => char.charCodeAt(0));
  return new TextDecoder().decode(
    await readAll(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))),
  );
}
