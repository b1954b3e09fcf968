import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const isProgramInstalled = (program: string): boolean =>
  spawnSync(program, ['--help'], { stdio: 'ignore' }).error === undefined;

/** Converts workbooks by LibreOffice with a new profile, so that it recalculates every formula when it opens a file. */
export function convertWorkbooks(folder: string, files: readonly string[], to: string): string[] {
  const profile = join(folder, 'profile');
  mkdirSync(join(profile, 'user'), { recursive: true });
  const always = ['OOXMLRecalcMode', 'ODFRecalcMode'].map(
    (name) =>
      `<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="${name}" oor:op="fuse"><value>0</value></prop></item>`,
  );
  writeFileSync(
    join(profile, 'user', 'registrymodifications.xcu'),
    `<?xml version="1.0" encoding="UTF-8"?><oor:items xmlns:oor="http://openoffice.org/2001/registry">${always.join('')}</oor:items>`,
  );
  const given = [
    `-env:UserInstallation=file://${profile}`,
    '--headless',
    '--convert-to',
    to,
    '--outdir',
    folder,
  ];
  const sources = files.map((file) => join(folder, `${file}.xlsx`));
  const { status, stderr } = spawnSync('soffice', [...given, ...sources], { timeout: 170_000 });
  if (status !== 0) throw new Error(`LibreOffice: ${String(stderr)}`);
  return files.map((file) => join(folder, `${file}.${to.split(':')[0]}`));
}

export type PdfWord = { left: number; right: number; top: number; text: string };
export type PdfPage = { width: number; height: number; words: PdfWord[] };

/** Returns the pages of a PDF with the position of each word, read by poppler. */
export function pdfPages(pdf: string): PdfPage[] {
  const { stdout } = spawnSync('pdftotext', ['-bbox', pdf, '-'], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  const attribute = (tag: string, name: string) => Number(new RegExp(`${name}="([\\d.-]+)"`).exec(tag)?.[1]);
  return stdout
    .split(/(?=<page )/)
    .slice(1)
    .map((page) => ({
      width: attribute(page, 'width'),
      height: attribute(page, 'height'),
      words: [...page.matchAll(/<word ([^>]*)>(.*?)<\/word>/g)].map(([, place = '', text = '']) => ({
        left: attribute(place, 'xMin'),
        right: attribute(place, 'xMax'),
        top: attribute(place, 'yMin'),
        text: text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
      })),
    }));
}

/** Finds overlapping words in a line of a page: the text of a cell must be cut off at the next cell. */
export function overlappingWords({ words }: PdfPage): string[] {
  const lineOf = ({ top }: PdfWord) => Math.round(top / 3);
  const sorted = words.toSorted((a, b) => lineOf(a) - lineOf(b) || a.left - b.left);
  return sorted.flatMap((word, at) => {
    const next = sorted[at + 1];
    const isCut = next && lineOf(next) === lineOf(word) && next.left < word.right - 0.5;
    return isCut ? [`${word.text} under ${next.text}`] : [];
  });
}
