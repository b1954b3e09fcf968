import { MERGED_FIELDS, type MergedField, type Side } from './merging.contract.ts';

export type Pair = { stays: Side; goes: Side };
/** The id of the customer whose value is kept, for each field. */
export type MergeChoices = Partial<Record<MergedField, number>>;

/** Returns the fields in which two customers differ; empty and missing are equal. */
export const differing = ({ stays, goes }: Pair): MergedField[] =>
  MERGED_FIELDS.filter((name) => (stays[name] ?? '') !== (goes[name] ?? ''));

/** Returns the id of the customer whose value is kept: the chosen one, else the one that stays, unless its value is empty. */
export function keptCustomerId({ stays, goes }: Pair, name: MergedField, chosen: MergeChoices): number {
  return chosen[name] ?? ((stays[name] ?? '') === '' ? goes.id : stays.id);
}

/** Returns the fields whose value is taken from the other customer. */
export const takenOf = (pair: Pair, chosen: MergeChoices): MergedField[] =>
  differing(pair).filter((name) => keptCustomerId(pair, name, chosen) === pair.goes.id);

/** Returns the name for a customer where the number is not shown. */
export const nameOf = ({
  id,
  first_name,
  last_name,
  email,
}: Pick<Side, 'id' | 'first_name' | 'last_name' | 'email'>): string =>
  `${first_name} ${last_name}`.trim() || email || `Customer ${id}`;
