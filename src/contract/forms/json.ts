/** The deepest nesting of JSON input; the deepest form of a screen has seven levels. */
export const MAX_JSON_DEPTH = 20;
/** The most entries of one list or object in JSON input; a report may name this many courses. */
export const MAX_JSON_ENTRIES = 5_000;

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const COMMA = ','.charCodeAt(0);
const OPENING = new Set(['{', '['].map((sign) => sign.charCodeAt(0)));
const CLOSING = new Set(['}', ']'].map((sign) => sign.charCodeAt(0)));

/**
 * Returns why JSON text exceeds the limits, as the end of a sentence, or null. The text is checked before it is
 * parsed, so that no client keeps the process busy with input that a schema would reject.
 */
export function jsonLimitProblem(json: string): string | null {
  const commas = [0];
  for (let at = 0, isText = false; at < json.length; at += 1) {
    const sign = json.charCodeAt(at);
    if (sign === QUOTE) isText = !isText;
    else if (isText) at += sign === BACKSLASH ? 1 : 0;
    else if (OPENING.has(sign)) commas.push(0);
    else if (CLOSING.has(sign)) commas.pop();
    else if (sign === COMMA) {
      const entries = (commas.pop() ?? 0) + 1;
      if (entries >= MAX_JSON_ENTRIES) return `has a list of more than ${MAX_JSON_ENTRIES} entries`;
      commas.push(entries);
    }
    if (commas.length > MAX_JSON_DEPTH + 1) return 'is nested too deep';
  }
  return null;
}

/** Parses JSON input; throws a SyntaxError if it is invalid or exceeds the limits. */
export function parseLimitedJson(json: string): unknown {
  const excess = jsonLimitProblem(json);
  if (excess !== null) throw new SyntaxError(`it ${excess}`);
  return JSON.parse(json);
}
