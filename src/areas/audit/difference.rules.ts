/** The field that is left out of a difference, because the audit entry has the time of the save. */
const UNSAID = 'updated_at';

type Shown = Record<string, unknown>;

/** Returns only the fields that differ between a record before and after a save; all fields if it was created or deleted. */
export function changedFields(before: object | null, after: object | null) {
  const was: Shown = { ...before };
  const is: Shown = { ...after };
  const names = Object.keys({ ...was, ...is }).filter(
    (name) => name !== UNSAID && JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  );
  const only = (shown: Shown) => Object.fromEntries(names.map((name) => [name, shown[name]]));
  return { before: before && only(was), after: after && only(is) };
}
