/** Focuses an element that may appear only with the current render. */
export const focusAfterRender = (id: string): void =>
  void setTimeout(() => document.getElementById(id)?.focus());

/** Focuses the first field with an error, in the order of the page and not of the server's answer. */
export function focusFirstError(errors: Record<string, string[]>): void {
  const fields = [...document.querySelectorAll('[id^="field-"]')];
  const first = fields.find(({ id }) => id.slice('field-'.length) in errors);
  if (first) focusAfterRender(first.id);
}
