/** A reason not to start, as one sentence for the person at the terminal; nothing else is printed. */
export class CannotStart extends Error {
  override name = 'CannotStart';
}
