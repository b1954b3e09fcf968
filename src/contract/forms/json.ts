/** How deep what is sent to RIC may be nested: the deepest form of a screen has seven levels. */
export const MOST_LEVELS = 20;

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const OPENING = new Set(['{', '['].map((sign) => sign.charCodeAt(0)));
const CLOSING = new Set(['}', ']'].map((sign) => sign.charCodeAt(0)));

/** Whether JSON is nested deeper than that, found without building anything of it. */
export function isTooDeep(json: string): boolean {
  let levels = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at);
    if (sign === QUOTE) isText = !isText;
    else if (isText) at += sign === BACKSLASH ? 1 : 0;
    else if (OPENING.has(sign)) levels += 1;
    else if (CLOSING.has(sign)) levels -= 1;
    if (levels > MOST_LEVELS) return true;
  }
  return false;
}

/** Reads JSON that somebody sent; a SyntaxError where it is none, or too deep. */
export function readJson(json: string): unknown {
  if (isTooDeep(json)) throw new SyntaxError(`nested deeper than ${MOST_LEVELS} levels`);
  return JSON.parse(json);
}
