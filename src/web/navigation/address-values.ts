import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';

/** Parses a value in an address as JSON, but a number only in plain form: `1e3` stays the text that was typed. */
export function parseAddressValue(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'number' && String(value) !== text) throw new SyntaxError(`${text} is no number`);
  return value;
}

/** The router's reading and writing of query strings. */
export const addressValues = {
  parseSearch: parseSearchWith(parseAddressValue),
  stringifySearch: stringifySearchWith(JSON.stringify, parseAddressValue),
};
