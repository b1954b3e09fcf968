/** When a record was saved stands in the entry itself. */
const UNSAID = 'updated_at';

type Shown = Record<string, unknown>;

/** Of a record as it was and as it is, what differs; the whole of it where it was not there before, or is not there any more. */
export function differenceOf(before: object | null, after: object | null) {
  const was: Shown = { ...before };
  const is: Shown = { ...after };
  const names = Object.keys({ ...was, ...is }).filter(
    (name) => name !== UNSAID && JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  );
  const only = (shown: Shown) => Object.fromEntries(names.map((name) => [name, shown[name]]));
  return { before: before && only(was), after: after && only(is) };
}
