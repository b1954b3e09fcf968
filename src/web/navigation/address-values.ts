import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';

/** A value in an address is JSON, but a number only as numbers are written: `1e3` stays the text that somebody typed. */
export function valueOf(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'number' && String(value) !== text) throw new SyntaxError(`${text} is no number`);
  return value;
}

/** How the router reads the query of an address and writes it. */
export const addressValues = {
  parseSearch: parseSearchWith(valueOf),
  stringifySearch: stringifySearchWith(JSON.stringify, valueOf),
};
