/** Puts the focus on what may only be on the page once this change of it is. */
export const focusSoon = (id: string): void => void setTimeout(() => document.getElementById(id)?.focus());

/** The work goes on in the first field that is wrong, in the order of the page and not of the answer. */
export function focusFirst(errors: Record<string, string[]>): void {
  const fields = [...document.querySelectorAll('[id^="field-"]')];
  const first = fields.find(({ id }) => id.slice('field-'.length) in errors);
  if (first) focusSoon(first.id);
}
