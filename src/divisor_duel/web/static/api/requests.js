/** Requests as paths and bodies: the server and the site without a server answer the same ones. */

import { positionQuery } from "../lib/addresses.js";

/** The path of each query; a long query is a path and a body. @type {Record<string, (about: any) => string|[string, any]>} */
export const QUERIES = {
  catalog: () => "/api/catalog",
  game: ({ id, ply }) => `/api/games/${id}${ply === undefined ? "" : `?ply=${ply}`}`,
  analysis: ({ id, ply }) => `/api/games/${id}/analysis?ply=${ply}`,
  hint: ({ id, step }) => `/api/games/${id}/hint?step=${step}`,
  coach: ({ id, move }) => `/api/games/${id}/coach?move=${move}`,
  review: ({ id }) => `/api/games/${id}/review`,
  record: ({ id }) => `/api/games/${id}/record`,
  puzzle: (wanted) => `/api/puzzle?${new URLSearchParams(wanted)}`,
  rating: (wanted) => `/api/puzzle/rating?${new URLSearchParams(wanted)}`,
  daily: (wanted) => `/api/daily?${new URLSearchParams(wanted)}`,
  result: (wanted) => `/api/daily/result?${new URLSearchParams(wanted)}`,
  lesson: ({ game }) => `/api/lessons/${game}`,
  exercise: (wanted) => `/api/exercise?${new URLSearchParams(wanted)}`,
  practice: (about) => ["/api/practice", about],
  progress: (about) => ["/api/progress", about],
  lobby: () => "/api/lobby",
  room: ({ code }) => `/api/rooms/${code}`,
  results: ({ code }) => `/api/rooms/${code}/results`,
  table: ({ code }) => `/api/rooms/${code}/results.csv`,
  tree: (record) => ["/api/records/tree", record],
  written: (tree) => ["/api/position/record", tree],
  position: (where) => `/api/position?${positionQuery(where)}`,
  why: ({ move, ...where }) => `/api/position/why?${positionQuery(where)}&move=${move}`,
  solved: ({ since, ...where }) => `/api/position/analysis?${positionQuery(where)}&since=${since}`,
  setting: (where) => `/api/position/setting?${positionQuery(where)}`,
};

/** The address of each picture; drawn on request. @type {Record<string, (about: any) => string>} */
export const PICTURES = {
  game: ({ id }) => `/g/${id}/picture.png`,
  position: (where) => `/picture.png?${positionQuery(where)}`,
  result: (params) => `/daily/result.png?${new URLSearchParams(params)}`,
  code: ({ path }) => `/qr.svg?${new URLSearchParams({ path })}`,
};

/** The path and body of each change. @type {Record<string, (about: any) => [string, any]>} */
export const CHANGES = {
  create: (setup) => ["/api/games", setup],
  pair: (request) => ["/api/lobby", request],
  open: (record) => ["/api/records", record],
  receive: ({ id, text, seat }) => [`/api/games/${id}/receive`, { text, seat }],
  openRoom: (room) => ["/api/rooms", room],
  joinRoom: ({ code, body }) => [`/api/rooms/${code}/join`, body],
  tryPuzzle: ({ code, body }) => [`/api/rooms/${code}/puzzle`, body],
  vote: ({ code, body }) => [`/api/rooms/${code}/vote`, body],
  changeRoom: ({ code, what }) => [`/api/rooms/${code}/change`, { what }],
  change: ({ id, action, body }) => [`/api/games/${id}/${action}`, body],
};

/** The path of each response that is streamed line by line. @type {Record<string, (about: any) => string>} */
export const STREAMS = { values: (where) => `/api/position/values?${positionQuery(where)}` };

/** Return data embedded in the page, if it has any of this name. @param {string} what */
export function embeddedData(what) {
  const element = document.querySelector(`script[type="application/json"]#${what}`);
  return element ? JSON.parse(element.textContent ?? "null") : null;
}
