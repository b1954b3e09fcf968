import { MERGED_FIELDS, type MergedField, type CustomerToMerge } from './merging.contract.ts';

export type MergePair = { stays: CustomerToMerge; goes: CustomerToMerge };
/** For each field, the id of the customer whose value is kept. */
export type MergeChoices = Partial<Record<MergedField, number>>;

/** Returns the fields in which two customers differ; an empty value equals a missing one. */
export const differingFields = ({ stays, goes }: MergePair): MergedField[] =>
  MERGED_FIELDS.filter((name) => (stays[name] ?? '') !== (goes[name] ?? ''));

/**
 * Returns the id of the customer whose value of a field is kept: the chosen one, or else the customer that stays, unless that
 * customer's value is empty.
 */
export function valueFromCustomerId(
  { stays, goes }: MergePair,
  name: MergedField,
  chosen: MergeChoices,
): number {
  return chosen[name] ?? ((stays[name] ?? '') === '' ? goes.id : stays.id);
}

/** Returns the fields whose value is taken from the customer that goes. */
export const fieldsTakenOver = (pair: MergePair, chosen: MergeChoices): MergedField[] =>
  differingFields(pair).filter((name) => valueFromCustomerId(pair, name, chosen) === pair.goes.id);

/** Returns a customer's name; without a name the e-mail, and without an e-mail the id. */
export const customerName = ({
  id,
  first_name,
  last_name,
  email,
}: Pick<CustomerToMerge, 'id' | 'first_name' | 'last_name' | 'email'>): string =>
  `${first_name} ${last_name}`.trim() || email || `Customer ${id}`;
