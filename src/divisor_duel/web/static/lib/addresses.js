/** Addresses: of the pages, and of any position. */

/** Where a static site begins, relative to this page; a server's pages have no such mark. */
const root = document.documentElement.dataset.root;
/** The path of the start page. */
export const HOME = root === undefined ? "/" : new URL(root, location.href).pathname;
/** File hosts have a folder for each page. */
const END = root === undefined ? "" : "/";

/** Return the address of a page. @param {string} name @param {string} [query] */
const page = (name, query = "") => `${HOME}${name}${END}${query && `?${query}`}`;

/** The path below which a server's pages may be shown in frames on other sites. */
const EMBED = `${HOME}embed/`;
/** Whether this page is shown in a frame on another site. */
export const framed = location.pathname.startsWith(EMBED);

/** Return the path under which other sites may frame a page. @param {string} path */
export const embedPath = (path) => EMBED + path.slice(HOME.length);

/** Return a path that keeps to the frame, if this page is in one. @param {string} path */
export const withinFrame = (path) => (framed ? embedPath(path) : path);

/** Return the address of this page outside its frame. */
export const unframedAddress = () =>
  `${HOME}${location.pathname.slice(EMBED.length)}${location.search}${location.hash}`;

/** The address of each page. */
export const PAGES = {
  home: HOME,
  /** @param {number} [number] an earlier day's */
  daily: (number) => page("daily", number ? `number=${number}` : ""),
  /** @param {Record<string, string>} [wanted] */
  puzzle: (wanted) => page("puzzle", wanted ? String(new URLSearchParams(wanted)) : ""),
  /** Return the exercises of a game, or the mistakes to practise. @param {string} [game] @param {string} [set] */
  exercises: (game, set) =>
    page("exercises", String(new URLSearchParams({ ...(game ? { game } : {}), ...(set ? { set } : {}) }))),
  explore: page("explore"),
  /** @param {string} id */
  game: (id) => (root === undefined ? `/g/${id}` : page("play", `id=${id}`)),
  /** @param {string} [code] of a room: its teacher's page; without it, the page that opens a room */
  classroom: (code) => (code ? `${HOME}class/${code}` : `${HOME}class`),
  /** @param {string} code */
  projector: (code) => `${HOME}class/${code}/projector`,
  /** @param {string} [code] */
  join: (code) => (code ? `${HOME}room/${code}` : `${HOME}room`),
  /** A worksheet to print. @param {string} game @param {Record<string, string>} wanted */
  worksheet: (game, wanted) => `${HOME}worksheet/${game}?${new URLSearchParams(wanted)}`,
  /** @param {string} game */
  lesson: (game) => page(`learn/${game}`),
  /** @param {string} game */
  rules: (game) => page(`rules/${game}`),
};

/** Return the id in this page's path: of a game in progress, or of the rules to show. @returns {string|undefined} */
export const idInAddress = () => location.pathname.slice(HOME.length).split("/")[1] || undefined;

/** Return the absolute URL of a path. @param {string} path */
export const absoluteUrl = (path) => `${location.origin}${path}`;

/** Return the query of this page's address. @returns {Record<string, string>} */
export const pageQuery = () => Object.fromEntries(new URLSearchParams(location.search));

/** @typedef {import("../api/client.js").PositionRef} PositionRef */

/** Return a position as a query. @param {PositionRef} place @param {boolean} [moved] whether to include its moves */
export function positionQuery({ game, options, first, position, moves }, moved = true) {
  const query = new URLSearchParams({ game, ...options, first: String(first) });
  if (position) query.set("position", position);
  if (moved && moves.length) query.set("moves", moves.join("."));
  return query;
}

/**
 * Return the address that explores a position.
 * @param {PositionRef} position @param {string} [line] its moves with variations
 */
export function exploreAddress(position, line = position.moves.join(".")) {
  return `${PAGES.explore}?${positionQuery(position, false)}${line ? `#line=${line}&at=${position.moves.join(".")}` : ""}`;
}
