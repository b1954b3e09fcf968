const inRow = (element: Element): boolean => element.closest('tbody tr, li.hit') !== null;
const keyed = (within: ParentNode, key?: string): HTMLElement[] => [
  ...within.querySelectorAll<HTMLElement>(
    key === undefined ? '[data-key]' : `[data-key="${CSS.escape(key)}"]`,
  ),
];

/** Returns the element whose shortcut is the given key: in the focused row, else anywhere on the screen outside of rows. */
export function findElementForKey(key: string): HTMLElement | undefined {
  const row = document.activeElement?.closest('tbody tr, li.hit');
  const own = row ? keyed(row, key)[0] : undefined;
  return own ?? keyed(document, key).find((each) => !inRow(each) && each.checkVisibility());
}

/**
 * Returns true if an element of the screen handles a shortcut key itself, so that the general key handler must ignore the
 * key.
 */
export const isKeyHandledByScreen = (key: string): boolean =>
  document.querySelector(`[aria-keyshortcuts="${CSS.escape(key)}"]:not([data-key])`) !== null;

/** Returns an element's text without the hidden chip that shows its shortcut key. */
const spoken = (element: HTMLElement): string =>
  [...element.childNodes]
    .filter((node) => !(node instanceof Element && node.ariaHidden === 'true'))
    .map((node) => node.textContent)
    .join('');

const nameOf = (element: HTMLElement): string => {
  const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null;
  return (element.getAttribute('aria-label') ?? label ?? spoken(element)).trim();
};

/**
 * Announces each element's shortcut key in its tooltip and to screen readers; announces nothing if shortcuts are off, nor
 * in rows, where all rows have the same keys.
 */
export function announceShortcuts(isOff: boolean): void {
  for (const each of keyed(document)) {
    const key = each.dataset['key'];
    if (isOff || key === undefined || inRow(each)) {
      each.removeAttribute('aria-keyshortcuts');
      if (each.title.startsWith(TIP)) each.removeAttribute('title');
    } else if (each.getAttribute('aria-keyshortcuts') !== key) {
      each.setAttribute('aria-keyshortcuts', key);
      each.title ||= TIP + key;
    }
  }
}
const TIP = 'Key: ';

type Declared = { key: string; says: string };

/**
 * Returns the shortcut keys of the current screen, each with the name of the element that it presses; the keys of all rows
 * are listed once.
 */
export function listScreenShortcuts(): Declared[] {
  const answered = [...document.querySelectorAll<HTMLElement>('[aria-keyshortcuts]:not([data-key])')].filter(
    (each) => /^.$/.test(each.getAttribute('aria-keyshortcuts') ?? ''),
  );
  const found = [...answered, ...keyed(document)]
    .filter((each) => each.checkVisibility())
    .map((each) => ({
      key: each.dataset['key'] ?? each.getAttribute('aria-keyshortcuts') ?? '',
      says: inRow(each) ? 'Books the row' : nameOf(each),
    }));
  return found.filter(
    ({ key, says }, at) => found.findIndex((one) => one.key === key && one.says === says) === at,
  );
}

const BOX = 'main input[type="search"]';

/**
 * Returns the screen's first filter box for text, or its first filter box of any kind; the box may be inside a closed
 * disclosure.
 */
export const findFilterBox = (): HTMLInputElement | null =>
  document.querySelector<HTMLInputElement>(`${BOX}:not([data-kind])`) ??
  document.querySelector<HTMLInputElement>(BOX);

/** Focuses an input, opening the disclosure around it, and selects its text. */
export function focusAndSelect(box: HTMLInputElement): void {
  box.closest('details')?.setAttribute('open', '');
  box.focus();
  box.select();
}
