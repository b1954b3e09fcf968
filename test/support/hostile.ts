/**
 * A text that becomes an element and a script wherever it is taken for HTML, also from inside an attribute or a script;
 * in lower case, as addresses are stored.
 */
export const HOSTILE = `'"></script><img data-hostile src=x onerror=alert(1)>`;
/** Finds elements that such a text became. */
export const TAKEN_FOR_HTML = '[data-hostile]';
/** The beginning of an address that runs a script. */
export const SCRIPT_ADDRESS = 'javascript:alert(2)//';
