import { parentPort } from 'node:worker_threads';
import { HEADINGS, SheetXml } from './sheet-xml.ts';
import type { Row, SheetHead, Step } from './workbook.ts';
import { partsBefore, sheetPath, workbookXml } from './xlsx/parts.ts';
import { STYLES } from './xlsx/styles.ts';
import { Zip } from './xlsx/zip.ts';

const zip = new Zip();
const written: Parameters<typeof workbookXml>[0][number][] = [];
let heads: readonly SheetHead[] = [];
let sheet: { xml: SheetXml; file: ReturnType<Zip['file']> } | null = null;

async function writePart(path: string, xml: string): Promise<void> {
  const file = zip.file(path);
  await file.write(xml);
  await file.close();
}

async function begin(all: readonly SheetHead[]): Promise<void> {
  heads = all;
  for (const [path, xml] of partsBefore(heads.length)) await writePart(path, xml);
  await writePart('xl/styles.xml', STYLES);
}

async function opened(rows: readonly Row[]) {
  const head = heads[written.length];
  if (!head) throw new Error('There are rows of more sheets than were named.');
  const opening = { xml: new SheetXml(head), file: zip.file(sheetPath(written.length)) };
  await opening.file.write(opening.xml.head(rows, written.length === 0));
  return opening;
}

async function end({ xml, file }: NonNullable<typeof sheet>, last: string): Promise<void> {
  await file.write(xml.end(last));
  await file.close();
  const name = heads[written.length]?.name ?? '';
  written.push({ name, filter: xml.filter, headings: HEADINGS });
  if (written.length < heads.length) return;
  await writePart('xl/workbook.xml', workbookXml(written));
  zip.finish();
}

async function take(step: Step): Promise<void> {
  if ('sheets' in step) return begin(step.sheets);
  sheet ??= await opened('rows' in step ? step.rows : []);
  if ('rows' in step) return sheet.file.write(sheet.xml.rows(step.rows));
  await end(sheet, step.last);
  sheet = null;
}

parentPort?.on('message', async (step: Step) => {
  await take(step);
  const bytes = zip.take();
  parentPort?.postMessage(bytes, [bytes.buffer]);
});
