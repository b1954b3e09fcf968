import { parentPort } from 'node:worker_threads';
import { ZipArchive } from './archive.ts';
import { HEADINGS_ROW, SheetXml } from './sheet-xml.ts';
import type { SheetRow, SheetHead, WorkbookMessage } from './workbook.ts';
import { fixedWorkbookParts, sheetPath, workbookXml } from './xlsx/parts.ts';
import { STYLES_XML } from './xlsx/styles.ts';

const archive = new ZipArchive();
const written: Parameters<typeof workbookXml>[0][number][] = [];
let heads: readonly SheetHead[] = [];
let sheet: { xml: SheetXml; file: ReturnType<ZipArchive['file']> } | null = null;

function begin(all: readonly SheetHead[]): void {
  heads = all;
  for (const [path, xml] of fixedWorkbookParts(heads.length)) archive.add(path, xml);
  archive.add('xl/styles.xml', STYLES_XML);
}

async function opened(rows: readonly SheetRow[]) {
  const head = heads[written.length];
  if (!head) throw new Error('There are rows of more sheets than were named.');
  const opening = { xml: new SheetXml(head), file: archive.file(sheetPath(written.length)) };
  await opening.file.write(opening.xml.head(rows, written.length === 0));
  return opening;
}

async function end({ xml, file }: NonNullable<typeof sheet>, last: string): Promise<void> {
  await file.write(xml.end(last));
  file.close();
  const name = heads[written.length]?.name ?? '';
  written.push({ name, filter: xml.filter, headings: HEADINGS_ROW });
  if (written.length < heads.length) return;
  archive.add('xl/workbook.xml', workbookXml(written));
  await archive.finish();
}

async function take(step: WorkbookMessage): Promise<void> {
  if ('sheets' in step) return begin(step.sheets);
  sheet ??= await opened('rows' in step ? step.rows : []);
  if ('rows' in step) return sheet.file.write(sheet.xml.rows(step.rows));
  await end(sheet, step.last);
  sheet = null;
}

async function answer(step: WorkbookMessage): Promise<void> {
  await take(step);
  const bytes = archive.take();
  parentPort?.postMessage(bytes, [bytes.buffer]);
}

let before = Promise.resolve();
// The next message may arrive while one is being processed, so the messages are processed in a chain.
parentPort?.on('message', (step: WorkbookMessage) => (before = before.then(() => answer(step))));
