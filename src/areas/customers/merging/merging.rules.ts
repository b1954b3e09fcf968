import { MERGED_FIELDS, type MergedField, type MergeSide } from './merging.contract.ts';

export type MergePair = { stays: MergeSide; goes: MergeSide };
/** The id of the customer whose value is kept, for each field. */
export type MergeChoices = Partial<Record<MergedField, number>>;

/** Returns the fields in which two customers differ; empty and missing are equal. */
export const differingFields = ({ stays, goes }: MergePair): MergedField[] =>
  MERGED_FIELDS.filter((name) => (stays[name] ?? '') !== (goes[name] ?? ''));

/** Returns the id of the customer whose value is kept: the chosen one, else the one that stays, unless its value is empty. */
export function keptCustomerId({ stays, goes }: MergePair, name: MergedField, chosen: MergeChoices): number {
  return chosen[name] ?? ((stays[name] ?? '') === '' ? goes.id : stays.id);
}

/** Returns the fields whose value is taken from the other customer. */
export const fieldsTakenOver = (pair: MergePair, chosen: MergeChoices): MergedField[] =>
  differingFields(pair).filter((name) => keptCustomerId(pair, name, chosen) === pair.goes.id);

/** Returns the name for a customer where the number is not shown. */
export const customerName = ({
  id,
  first_name,
  last_name,
  email,
}: Pick<MergeSide, 'id' | 'first_name' | 'last_name' | 'email'>): string =>
  `${first_name} ${last_name}`.trim() || email || `Customer ${id}`;
