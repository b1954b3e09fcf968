import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';

/** Parses a value in an address as JSON, but a number only in plain form: `1e3` stays text, as it was typed. */
export function parseAddressValue(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'number' && String(value) !== text) throw new SyntaxError(`${text} is no number`);
  return value;
}

/** Tells the router how to parse and write the query strings of addresses. */
export const addressQueryCodec = {
  parseSearch: parseSearchWith(parseAddressValue),
  stringifySearch: stringifySearchWith(JSON.stringify, parseAddressValue),
};
