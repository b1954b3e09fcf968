import { MERGED_FIELDS, type MergedField, type Side } from './merging.contract.ts';

export type Pair = { stays: Side; goes: Side };
/** Whose value of a field is kept, by their number. */
export type Kept = Partial<Record<MergedField, number>>;

/** The fields of two customers that do not say the same, empty and missing being one. */
export const differing = ({ stays, goes }: Pair): MergedField[] =>
  MERGED_FIELDS.filter((name) => (stays[name] ?? '') !== (goes[name] ?? ''));

/** Whose value is kept: whom was chosen, else who stays, unless they say nothing there. */
export function keptOf({ stays, goes }: Pair, name: MergedField, chosen: Kept): number {
  return chosen[name] ?? ((stays[name] ?? '') === '' ? goes.id : stays.id);
}

/** The fields whose value is the other's. */
export const takenOf = (pair: Pair, chosen: Kept): MergedField[] =>
  differing(pair).filter((name) => keptOf(pair, name, chosen) === pair.goes.id);

/** What a customer is called where the number is not said. */
export const nameOf = ({
  id,
  first_name,
  last_name,
  email,
}: Pick<Side, 'id' | 'first_name' | 'last_name' | 'email'>): string =>
  `${first_name} ${last_name}`.trim() || email || `Customer ${id}`;
