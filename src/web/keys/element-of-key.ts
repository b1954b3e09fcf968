const inRow = (element: Element): boolean => element.closest('tbody tr, li.hit') !== null;
const keyed = (within: ParentNode, key?: string): HTMLElement[] => [
  ...within.querySelectorAll<HTMLElement>(
    key === undefined ? '[data-key]' : `[data-key="${CSS.escape(key)}"]`,
  ),
];

/** Returns the element that declares a key: in the focused row, else anywhere on the screen outside of rows. */
export function elementOfKey(key: string): HTMLElement | undefined {
  const row = document.activeElement?.closest('tbody tr, li.hit');
  const own = row ? keyed(row, key)[0] : undefined;
  return own ?? keyed(document, key).find((each) => !inRow(each) && each.checkVisibility());
}

/** Returns true if the screen handles a key itself, as its element declares: the key is left to it. */
export const isAnswered = (key: string): boolean =>
  document.querySelector(`[aria-keyshortcuts="${CSS.escape(key)}"]:not([data-key])`) !== null;

/** The text without the chip that shows the key. */
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
 * Says on each element which key presses it, in its tip and to readers; nothing of those where such keys are off, and of rows,
 * which all have the same.
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

/** The keys that the screen declares or answers by itself just now, each with the name of what it presses; of rows one for all of them. */
export function declaredNow(): Declared[] {
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

/** The screen's first box for words, where a name is typed; where it has none its first filter; in a fold perhaps. */
export const filterBox = (): HTMLInputElement | null =>
  document.querySelector<HTMLInputElement>(`${BOX}:not([data-kind])`) ??
  document.querySelector<HTMLInputElement>(BOX);

/** Goes to a box, and selects what stands in it. */
export function focusAndSelect(box: HTMLInputElement): void {
  box.closest('details')?.setAttribute('open', '');
  box.focus();
  box.select();
}
