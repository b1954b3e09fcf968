/** Returns the label of a field on the screen, read-only or being edited; without a label, the field's name in words. */
export function fieldLabelOnScreen(name: string): string {
  const id = CSS.escape(`field-${name}`);
  const read = `[data-name="${CSS.escape(name)}"] > .field-label`;
  const label = document.querySelector(`label[for="${id}"], #${id}-label, ${read}`);
  return label?.textContent ?? name.replaceAll(/[._]/g, ' ');
}
