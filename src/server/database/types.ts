import pg from 'pg';

// PostgreSQL's type numbers of values and of arrays of those values.
const DATE = 1082;
const DATE_LIST = 1182;
const TIME = 1083;
const BIGINT = 20;
const BIGINT_LIST = 1016;
const NUMERIC = 1700;
const NUMERIC_LIST = 1231;
const TIMESTAMPTZ = 1184;
const TIMESTAMPTZ_LIST = 1185;

function checkedNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is too large for a number.`);
  return number;
}

/**
 * Converts `2026-11-21 01:40:45.1234+00` to `2026-11-21T01:40:45.123400Z`; the microseconds are kept, because
 * instants are compared.
 */
function instantText(text: string): string {
  const parts = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(text);
  if (!parts) throw new RangeError(`${text} is not an instant in UTC.`);
  return `${parts[1]}T${parts[2]}.${(parts[3] ?? '').padEnd(6, '0')}Z`;
}

/** Returns a parser for a PostgreSQL array whose values hold no comma or quote: days, instants and numbers. */
const listOf =
  <T>(read: (text: string) => T) =>
  (list: string): (T | null)[] => {
    if (list === '{}') return [];
    const parts = list.slice(1, -1).split(',');
    return parts.map((part) => (part === 'NULL' ? null : read(part.replace(/^"|"$/g, ''))));
  };

const asText = (text: string) => text;

/** Returns the parsers of PostgreSQL's values, the same for the server and the embedded database. */
export function postgresTypeParsers(): pg.TypeOverrides {
  const types = new pg.TypeOverrides();
  types.setTypeParser(DATE, asText);
  types.setTypeParser(TIME, (text) => text.slice(0, 5));
  types.setTypeParser(BIGINT, checkedNumber);
  types.setTypeParser(NUMERIC, asText);
  types.setTypeParser(TIMESTAMPTZ, instantText);
  types.setTypeParser(DATE_LIST, listOf(asText));
  types.setTypeParser(NUMERIC_LIST, listOf(asText));
  types.setTypeParser(BIGINT_LIST, listOf(checkedNumber));
  types.setTypeParser(TIMESTAMPTZ_LIST, listOf(instantText));
  return types;
}
