/**
 * What was typed into a box of choices and names none of them. It stands in a form in the place of the choice, so that it stays
 * as it was typed; no call takes it, whatever its field.
 */
export type Unread = { readonly typed: string };

export const isUnread = (value: unknown): value is Unread =>
  typeof value === 'object' && value !== null && 'typed' in value;

/** The sentence of a call about it, which reads on after the field's name. */
export const NOT_CHOSEN = 'must be one of the list';
