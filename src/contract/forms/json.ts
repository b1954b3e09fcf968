/** How deep what is sent to RIC may be nested: the deepest form of a screen has seven levels. */
export const MOST_LEVELS = 20;
/** How many entries one list or object of it may have: a report may name so many courses. */
export const MOST_ENTRIES = 5_000;

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const COMMA = ','.charCodeAt(0);
const OPENING = new Set(['{', '['].map((sign) => sign.charCodeAt(0)));
const CLOSING = new Set(['}', ']'].map((sign) => sign.charCodeAt(0)));

/**
 * Returns what makes JSON more than RIC reads, as the end of a sentence, or null. Nothing is built of it before, so that no
 * caller keeps the process busy with what its schema would refuse.
 */
export function excessOf(json: string): string | null {
  const commas = [0];
  for (let at = 0, isText = false; at < json.length; at += 1) {
    const sign = json.charCodeAt(at);
    if (sign === QUOTE) isText = !isText;
    else if (isText) at += sign === BACKSLASH ? 1 : 0;
    else if (OPENING.has(sign)) commas.push(0);
    else if (CLOSING.has(sign)) commas.pop();
    else if (sign === COMMA) {
      const entries = (commas.pop() ?? 0) + 1;
      if (entries >= MOST_ENTRIES) return `has a list of more than ${MOST_ENTRIES} entries`;
      commas.push(entries);
    }
    if (commas.length > MOST_LEVELS + 1) return 'is nested too deep';
  }
  return null;
}

/** Reads JSON that somebody sent; a SyntaxError where it is none, or too much. */
export function readJson(json: string): unknown {
  const excess = excessOf(json);
  if (excess !== null) throw new SyntaxError(`it ${excess}`);
  return JSON.parse(json);
}
