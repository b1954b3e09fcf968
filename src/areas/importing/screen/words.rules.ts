import { capitalized } from '../../../contract/words.ts';
import type { Import, ImportLine, ImportKindName, ImportState } from '../files/imports.contract.ts';

const number = (value: number): string => value.toLocaleString('en-US');

/** The words for each kind of record (title, singular, plural), and the path of its list. */
export const IMPORT_KIND_WORDS: Record<
  ImportKindName,
  { title: string; one: string; many: string; path: string }
> = {
  customers: { title: 'Customers', one: 'customer', many: 'customers', path: '/manage-customers' },
  certificates: {
    title: 'Gift certificates',
    one: 'certificate',
    many: 'certificates',
    path: '/manage-gift-certificates',
  },
  tee_times: {
    title: 'Past tee times',
    one: 'past tee time',
    many: 'past tee times',
    path: '/manage-tee-times',
  },
};
export const importedCountText = (kind: ImportKindName, count: number): string =>
  `${number(count)} ${count === 1 ? IMPORT_KIND_WORDS[kind].one : IMPORT_KIND_WORDS[kind].many}`;

export const IMPORT_STATE_WORDS: Record<ImportState, string> = {
  uploading: 'Being sent',
  mapping: 'Columns to be named',
  looking: 'Being checked',
  looked: 'Waits to be put in',
  putting_in: 'Being put in',
  in: 'Put in',
};
export const IMPORT_OUTCOME_WORDS: Record<ImportLine['outcome'], string> = {
  new: 'New',
  made: 'Made',
  double: 'Already there',
  refused: 'Wrong',
};

/** Describes for each kind of record the effect of inserting rows. */
export const IMPORT_EFFECTS: Record<ImportKindName, string> = {
  customers: 'Nobody else can make or change a customer while they are put in.',
  certificates: 'Nobody else can sell, spend or change a certificate while they are put in.',
  tee_times: 'They come in on account, for rounds that were played.',
};

/** Formats the name of a field for people: `First name`. */
export const formatFieldName = (field: string): string =>
  capitalized(field.replaceAll('_', ' ').replace('email', 'e-mail').replace(' alpha2', ' code'));

/** Describes the progress of an import in a sentence. */
export function importProgressText({ state, rows_read, row_count, good, kind }: Import): string {
  if (state === 'putting_in') return `Putting in ${importedCountText(kind, good)} ...`;
  if (rows_read >= row_count) return 'Looking for those that are there already ...';
  return `${number(rows_read)} of ${number(row_count)} rows read ...`;
}

const WHOLE_NAME = /^(?:(?:full|customer|client|player|golfer) ?)?name$/i;
const SPLIT = 'RIC has two columns for a name: split it into First name and Last name in the spreadsheet.';

/** Describes the headings of an import file that match no field and so are left out; empty if there are none. */
export function leftOutColumnsText(headings: readonly string[], columns: readonly string[]): string {
  const left = headings.filter((_, at) => columns[at] === '');
  if (left.length === 0) return '';
  const names = left.map((name) => (name === '' ? 'a column without a name' : `“${name}”`)).join(', ');
  const isLeftOut = left.length === 1 ? `${names} is left out.` : `${names} are left out.`;
  const whole = columns.includes('last_name') ? undefined : left.find((name) => WHOLE_NAME.test(name.trim()));
  return whole === undefined ? isLeftOut : `${isLeftOut} ${SPLIT}`;
}
