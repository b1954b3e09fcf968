/** Returns true if no element has the focus, or only the heading of a screen that just opened. */
export const isFocusIdle = (focused: Element | null): boolean =>
  focused === null || focused === document.body || focused.matches('h1');
