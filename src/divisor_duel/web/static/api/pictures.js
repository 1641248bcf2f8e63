/** Pictures drawn in the browser: Python makes an SVG, a canvas turns it into a PNG. */

/** Return the address of an SVG picture in this page's memory. @param {string} svg */
const blobAddress = (svg) => URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));

/** Return the address of a picture. @param {string} svg @param {"svg"|"png"} kind @returns {Promise<string>} */
export async function svgAddress(svg, kind) {
  const drawing = blobAddress(svg);
  if (kind === "svg") return drawing;
  const image = new Image();
  image.src = drawing;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  URL.revokeObjectURL(drawing);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  return URL.createObjectURL(/** @type {Blob} */ (blob));
}
