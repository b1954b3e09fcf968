/** The rows per query: few enough that no query blocks the database for others. */
const AT_ONCE = 1000;

type Page<Row> = (page: number, per_page: number) => Promise<readonly Row[]>;

/**
 * Reads all rows of a list, page by page, while other people may change the list. A row that new rows push to the
 * next page is not repeated; if rows leave the list, the rows that moved up across a page boundary are read as well.
 */
export async function* readAllPages<Row extends { id: number }>(
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

/** Reads rows from a position of the list upwards, until one that was read before. */
async function unknownAbove<Row>({ page, end, most, isKnown }: Above<Row>): Promise<Row[]> {
  const found: Row[] = [];
  for (let place = end; place > end - most; place -= 1) {
    const [row] = await page(place, 1);
    // The list has become shorter than this position.
    if (!row) continue;
    if (isKnown(row)) break;
    found.unshift(row);
  }
  return found;
}
