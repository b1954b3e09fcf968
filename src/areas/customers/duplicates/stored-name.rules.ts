import { foldText } from '../../../contract/names/fold.ts';

type Name = { first_name: string; last_name: string };

const fullName = ({ first_name, last_name }: Name): string =>
  `${first_name.trim()} ${last_name.trim()}`.trim();

// Returns the name `one`, with empty parts filled in from the name `other`.
const filled = (one: Name, other: Name): Name => ({
  first_name: one.first_name.trim() || other.first_name,
  last_name: one.last_name.trim() || other.last_name,
});

/**
 * Returns the name under which a typed customer is stored. `known` is the customer who has the typed e-mail, or null. A known
 * customer keeps the stored name, and only its empty parts are filled in.
 */
export const storedCustomerName = (typed: Name, known: Name | null): string =>
  fullName(known ? filled(known, typed) : typed);

/**
 * Returns a sentence that the typed name is not saved, because the e-mail belongs to a customer with another name; null if the
 * names match. Names that differ only in accents, case or blanks count as the same.
 */
export function unsavedNameText(typed: Name & { email: string }, known: Name | null): string | null {
  if (known === null) return null;
  const stored = storedCustomerName(typed, known);
  if (foldText(fullName(filled(typed, known))) === foldText(stored)) return null;
  return `${typed.email.trim()} is the e-mail address of ${stored}. The typed name, ${fullName(typed)}, is not saved.`;
}
