/** Whether nothing has the focus, or the heading of a screen that was just come to. */
export const isIdle = (focused: Element | null): boolean =>
  focused === null || focused === document.body || focused.matches('h1');
