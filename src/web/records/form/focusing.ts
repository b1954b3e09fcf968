/** Focuses an element that may be rendered only with the current change. */
export const focusSoon = (id: string): void => void setTimeout(() => document.getElementById(id)?.focus());

/** Focuses the first wrong field, in the order of the page and not of the answer. */
export function focusFirst(errors: Record<string, string[]>): void {
  const fields = [...document.querySelectorAll('[id^="field-"]')];
  const first = fields.find(({ id }) => id.slice('field-'.length) in errors);
  if (first) focusSoon(first.id);
}
