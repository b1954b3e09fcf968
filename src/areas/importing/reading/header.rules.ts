/** The fields that a file's columns mean, in the order of the columns; '' for a column that is left out. */
export type ColumnFields = string[];

/** A row of a file, with the line of the file at which it begins; the first line is 1. */
export type FileRow = {
  line: number;
  cells: string[];
  /** The indexes of the cells that had a card number, which is not stored. */
  masked?: number[];
};

export type HeaderInput = {
  names: string[];
  /** The fields of the kind of record. */
  fields: readonly string[];
  /** Options `--map` of the import command, as typed: `heading=field`. */
  map: readonly string[];
  /** True to leave out columns that match no field; false to reject the file. */
  ignore: boolean;
};

// Treats `Last name`, `last_name` and `LAST NAME` as one name.
const plain = (name: string): string => name.toLowerCase().replace(/[\s_]/g, '');
const quoted = (names: readonly string[]): string => names.map((name) => JSON.stringify(name)).join(', ');

/** Finds the field for each heading of a file, and the errors of the headings. */
export function matchHeadings({ names, fields, map, ignore }: HeaderInput): {
  columns: ColumnFields;
  wrong: string[];
} {
  const wrong: string[] = [];
  const mapped = new Map<string, string>();
  for (const one of map) {
    const at = one.lastIndexOf('=');
    const field = fields.find((name) => plain(name) === plain(one.slice(at + 1)));
    const folded = plain(one.slice(0, Math.max(at, 0)));
    if (at < 0 || !field) wrong.push(`--map ${JSON.stringify(one)} names no column of RIC.`);
    else if (!names.some((name) => plain(name) === folded))
      wrong.push(`--map ${JSON.stringify(one)} names no column of the file.`);
    else mapped.set(folded, field);
  }
  const columns = names.map(
    (name) => mapped.get(plain(name)) ?? fields.find((field) => plain(field) === plain(name)) ?? '',
  );
  return { columns, wrong: [...wrong, ...headerErrors(columns, { names, fields, ignore })] };
}

export function headerErrors(
  columns: ColumnFields,
  { names, fields, ignore }: Omit<HeaderInput, 'map'>,
): string[] {
  const wrong: string[] = [];
  const unknown = names.filter((_, at) => columns[at] === '');
  if (unknown.length > 0 && !ignore)
    wrong.push(
      `RIC has no column ${quoted(unknown)}. Say what it is (--map "Their name=its name in RIC"), or leave out all that RIC does not have (--ignore).`,
    );
  for (const field of fields) {
    const same = names.filter((_, at) => columns[at] === field);
    if (same.length > 1) wrong.push(`The columns ${quoted(same)} are all ${field}.`);
  }
  if (columns.every((field) => field === '')) wrong.push('No column of the file is one of RIC.');
  return wrong.length === 0 ? [] : [...wrong, `RIC has: ${fields.join(', ')}.`];
}
