// node workbook-writers.mjs ours|bare|exceljs: writes a workbook of 200,000 rows and 12 columns in a separate process, and
// prints the cost.
import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

const [, , name, module] = process.argv;
const ROWS = 200_000;
const AT_ONCE = 1000;
const COURSES = ['Torrey Pines South', 'Aviara', 'PGA West Stadium', 'Maderas & Sons'];
const HEADINGS = {
  'Tee time': 'text',
  'First Name': 'text',
  'Last Name': 'text',
  Email: 'text',
  Course: 'text',
  'Play Date': 'date',
  'Play Time': 'time',
  Players: 'number',
  Paid: 'money',
  Cost: 'money',
  Confirmation: 'text',
  Notes: 'text',
};
const KINDS = Object.values(HEADINGS);
const FORMATS = { money: '#,##0.00;[Red]-#,##0.00', date: 'mmm d yyyy', time: 'hh:mm' };

const two = (number) => String(number).padStart(2, '0');
const rowOf = (n) => [
  String(n),
  `First${n % 977}`,
  `Last${n % 4999}`,
  `guest${n}@mail.example`,
  COURSES[n % 4],
  `2026-${two(1 + (n % 12))}-${two(1 + (n % 28))}`,
  `${two(6 + (n % 12))}:${two(n % 60)}`,
  1 + (n % 4),
  (n * 37) % 200_000,
  ((n * 31) % 150_000) - 500,
  n % 7 === 0 ? 'INTERNAL' : `TP${n}`,
  n % 3 === 0 ? `Walking, =${n}` : '',
];
function* batches() {
  for (let at = 0; at < ROWS; at += AT_ONCE) yield Array.from({ length: AT_ONCE }, (_, n) => rowOf(at + n));
}
const partOfDay = (time) => (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) / 1440;
const numberOf = {
  money: (cents) => cents / 100,
  date: (day) => Date.parse(day) / 86_400_000 + 25_569,
  time: partOfDay,
  number: (number) => number,
};

async function ours(sink) {
  const { workbook } = await import(module);
  const columns = Object.entries(HEADINGS).map(([heading, kind]) => ({
    heading,
    kind,
    ...((kind === 'money' || kind === 'number') && { total: 'sum' }),
  }));
  const lines = ['All dates', 'Run by the bench'];
  const sheet = {
    name: 'Tee times',
    title: 'Tee times',
    lines,
    columns,
    rows: batches(),
    last: '200,000 rows',
  };
  await pipeline(workbook([sheet]), sink);
}

const plain = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
function bareCell(place, kind, value) {
  if (value === '') return '';
  if (kind === 'text') return `<c r="${place}" t="inlineStr"><is><t>${plain(value)}</t></is></c>`;
  return `<c r="${place}" s="1"><v>${numberOf[kind](value)}</v></c>`;
}

/** Writes only the cells, by hand for this one sheet, on one thread: no totals, styles or archive. */
async function bare(sink) {
  const deflate = createDeflateRaw({ level: 3, chunkSize: 64 * 1024 });
  deflate.pipe(sink);
  let crc = 0;
  let row = 0;
  for (const batch of batches()) {
    let xml = '';
    for (const values of batch) {
      row += 1;
      xml += `<row r="${row}">`;
      for (let at = 0; at < values.length; at += 1)
        xml += bareCell(`${'ABCDEFGHIJKL'[at]}${row}`, KINDS[at], values[at]);
      xml += '</row>';
    }
    const bytes = Buffer.from(xml);
    crc = crc32(bytes, crc);
    if (!deflate.write(bytes)) await once(deflate, 'drain');
  }
  deflate.end();
  await finished(sink);
}

async function exceljs(sink) {
  const { default: excel } = await import(module);
  const stream = new PassThrough();
  const written = pipeline(stream, sink);
  const book = new excel.stream.xlsx.WorkbookWriter({ stream, useStyles: true });
  const sheet = book.addWorksheet('Tee times', { views: [{ state: 'frozen', ySplit: 4 }] });
  sheet.columns = Object.entries(HEADINGS).map(([header, kind], at) => ({
    header,
    key: String(at),
    width: 14,
    style: FORMATS[kind] ? { numFmt: FORMATS[kind] } : {},
  }));
  for (const batch of batches()) {
    for (const values of batch) {
      const cells = values.map((value, at) =>
        KINDS[at] === 'text' ? value || null : numberOf[KINDS[at]](value),
      );
      sheet.addRow(cells).commit();
    }
    await new Promise(setImmediate);
  }
  await book.commit();
  await written;
}

const begun = performance.now();
let firstMs = 0;
let bytes = 0;
const sink = new Writable({
  write(part, _, done) {
    firstMs ||= performance.now() - begun;
    bytes += part.length;
    done();
  },
});
let peak = 0;
const look = () => (peak = Math.max(peak, process.memoryUsage().rss));
const looking = setInterval(look, 10);
await { ours, bare, exceljs }[name](sink);
look();
clearInterval(looking);
const { user, system } = process.cpuUsage();
const found = {
  ms: performance.now() - begun,
  firstMs,
  peakMB: peak / 2 ** 20,
  bytes,
  cpuMs: (user + system) / 1000,
};
process.stdout.write(JSON.stringify(found));
