/**
 * Text typed into a choice field that matches none of the choices. It takes the place of the choice in a form, so
 * that the text stays on the screen as it was typed; no HTTP call accepts it.
 */
export type UnrecognizedChoice = { readonly typed: string };

export const isUnrecognizedChoice = (value: unknown): value is UnrecognizedChoice =>
  typeof value === 'object' && value !== null && 'typed' in value;

/** The error of a form whose text matches none of the choices; it follows the field's name. */
export const NOT_IN_LIST_TEXT = 'must be one of the list';
