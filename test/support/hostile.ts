/** What is an element and a script wherever a text is taken for HTML, out of an attribute or a script as well; in small letters, as addresses are kept. */
export const HOSTILE = `'"></script><img data-hostile src=x onerror=alert(1)>`;
/** Whatever of it became an element. */
export const TAKEN_FOR_HTML = '[data-hostile]';
/** What an address begins with that is a script. */
export const SCRIPT_ADDRESS = 'javascript:alert(2)//';
