/** Returns true if nothing has the focus, or only the heading of a screen that was just opened. */
export const isIdle = (focused: Element | null): boolean =>
  focused === null || focused === document.body || focused.matches('h1');
