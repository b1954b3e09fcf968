/**
 * A text that becomes an HTML element and a script if it is not escaped, also inside an attribute or a script; in lower
 * case, because e-mail addresses are stored so.
 */
export const HOSTILE_TEXT = `'"></script><img data-hostile src=x onerror=alert(1)>`;
/** The CSS selector of the element that an unescaped HOSTILE becomes. */
export const HOSTILE_ELEMENT_SELECTOR = '[data-hostile]';
/** The beginning of an address that runs a script when it is opened as a link. */
export const SCRIPT_ADDRESS = 'javascript:alert(2)//';
