import type { ImportKindName } from '../files/imports.contract.ts';

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Names that other programs give to a field. They are only a suggestion, which the user may change. */
const ALSO: Record<ImportKindName, Record<string, readonly string[]>> = {
  customers: {
    first_name: ['first', 'given name', 'forename'],
    last_name: ['last', 'surname', 'family name'],
    email: ['e-mail address', 'mail', 'email address'],
    primary_phone: ['phone', 'phone number', 'telephone', 'tel', 'home phone'],
    mobile_phone: ['mobile', 'cell', 'cell phone', 'mobile number'],
    address: ['street', 'street address', 'address 1', 'address line 1'],
    subdivision: ['state', 'province', 'region'],
    postcode: ['zip', 'zip code', 'postal code', 'post code'],
    city: ['town'],
    country_alpha2: ['country', 'country code'],
  },
  certificates: {
    serial: ['serial number', 'number', 'code', 'certificate', 'certificate number'],
    value: ['amount', 'total', 'face value'],
    balance: ['remaining', 'left', 'remaining balance'],
    created_at: ['sold', 'sold on', 'date', 'purchased', 'purchase date', 'created'],
    customer_email: ['email', 'customer', 'purchaser', 'purchaser email', 'buyer email'],
    recipient_email: ['recipient'],
    who_from: ['from'],
    greeting: ['message'],
    internal_memo: ['memo', 'notes'],
  },
  tee_times: {
    course: ['golf course', 'course name'],
    play_date: ['date', 'day'],
    play_time: ['time', 'tee time'],
    players: ['golfers', 'party', 'party size'],
    customer_email: ['email', 'customer', 'e-mail address'],
    charge: ['total', 'amount', 'price'],
    created_at: ['booked', 'booked on', 'created'],
    confirmation: ['confirmation number'],
  },
};

/** Returns the likeliest field for each heading, or '' if no field matches; no field is returned twice. */
export function guessColumns(
  kind: ImportKindName,
  headings: readonly string[],
  fields: readonly string[],
): string[] {
  const taken = new Set<string>();
  const take = (field: string | undefined): string => {
    if (field === undefined || taken.has(field)) return '';
    taken.add(field);
    return field;
  };
  // A column with a field's own name takes precedence over one with an alternative name.
  const own = headings.map((heading) => take(fields.find((field) => plain(field) === plain(heading))));
  return headings.map((heading, at) => {
    const found = own[at] ?? '';
    if (found !== '') return found;
    const names = Object.entries(ALSO[kind]).filter(([field]) => fields.includes(field));
    return take(names.find(([, also]) => also.some((name) => plain(name) === plain(heading)))?.[0]);
  });
}
