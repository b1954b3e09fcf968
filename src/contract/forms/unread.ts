/**
 * Text typed into a box of choices that names none of them. It takes the place of the choice in a form, so that it stays as it
 * was typed; no call accepts it, whatever its field.
 */
export type UnrecognizedChoice = { readonly typed: string };

export const isUnrecognized = (value: unknown): value is UnrecognizedChoice =>
  typeof value === 'object' && value !== null && 'typed' in value;

/** The error of a call about it, to be read after the field's name. */
export const NOT_CHOSEN = 'must be one of the list';
