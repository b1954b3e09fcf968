/** Rows that are asked for at once: few enough to hold nobody up. */
const AT_ONCE = 1000;

type Page<Row> = (page: number, per_page: number) => Promise<readonly Row[]>;

/**
 * All rows of a list that may change while it is read, a page at a time. What new rows push down to the next page is not there
 * twice, and where rows leave the list, what came up over the end of the page before is looked for there.
 */
export async function* wholeList<Row extends { id: number }>(
  page: Page<Row>,
  atOnce = AT_ONCE,
): AsyncGenerator<Row[]> {
  let before = new Set<number>();
  for (let at = 1; ; at += 1) {
    const rows = await page(at, atOnce);
    const fresh = rows.filter(({ id }) => !before.has(id));
    const ids = new Set(rows.map(({ id }) => id));
    const end = (at - 1) * atOnce;
    const cameUp =
      at > 1
        ? await unknownAbove({ page, end, most: atOnce, isKnown: ({ id }) => before.has(id) || ids.has(id) })
        : [];
    yield [...cameUp, ...fresh];
    if (rows.length < atOnce) return;
    before = ids;
  }
}

type Above<Row> = { page: Page<Row>; end: number; most: number; isKnown: (row: Row) => boolean };

/** The rows from a place of the list upwards, until one that is known. */
async function unknownAbove<Row>({ page, end, most, isKnown }: Above<Row>): Promise<Row[]> {
  const found: Row[] = [];
  for (let place = end; place > end - most; place -= 1) {
    const [row] = await page(place, 1);
    // The list ends above this place by now.
    if (!row) continue;
    if (isKnown(row)) break;
    found.unshift(row);
  }
  return found;
}
