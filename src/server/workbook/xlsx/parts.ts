import { escapeXml, XML_DECLARATION, spreadsheetPartXml } from './xml.ts';

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const sheetPath = (at: number): string => `xl/worksheets/sheet${at + 1}.xml`;

const relations = (all: [type: string, target: string][]): string =>
  `${XML_DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${all
    .map(
      ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

/** Returns the small XML parts of a workbook that are known before its rows, by path. */
export function fixedWorkbookParts(count: number): [path: string, xml: string][] {
  const sheets = Array.from({ length: count }, (_, at) => at);
  const types: [path: string, type: string][] = [
    ['xl/workbook.xml', 'sheet.main'],
    ['xl/styles.xml', 'styles'],
    ...sheets.map((at): [string, string] => [sheetPath(at), 'worksheet']),
  ];
  const overrides = types.map(
    ([path, type]) => `<Override PartName="/${path}" ContentType="${TYPE}.${type}+xml"/>`,
  );
  const rels =
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>';
  const xml = '<Default Extension="xml" ContentType="application/xml"/>';
  return [
    [
      '[Content_Types].xml',
      `${XML_DECLARATION}<Types xmlns="${PACKAGE}/content-types">${rels}${xml}${overrides.join('')}</Types>`,
    ],
    ['_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']])],
    [
      'xl/_rels/workbook.xml.rels',
      relations([
        ...sheets.map((at): [string, string] => ['worksheet', sheetPath(at).replace('xl/', '')]),
        ['styles', 'styles.xml'],
      ]),
    ],
  ];
}

/**
 * Returns `xl/workbook.xml`: the sheets by name, the range of each sheet's filter (`$A$4:$L$104`), and the rows that
 * are printed on every page, which are all down to the headings.
 */
export function workbookXml(sheets: readonly { name: string; filter: string; headings: number }[]): string {
  const tabs = sheets.map(
    ({ name }, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  const names = sheets.flatMap(({ name, filter, headings }, at) => {
    const sheet = escapeXml(`'${name.replaceAll("'", "''")}'!`);
    return [
      `<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">${sheet}${filter}</definedName>`,
      `<definedName name="_xlnm.Print_Titles" localSheetId="${at}">${sheet}$1:$${headings}</definedName>`,
    ];
  });
  const inner = `<bookViews><workbookView/></bookViews><sheets>${tabs.join('')}</sheets>`;
  return spreadsheetPartXml(
    'workbook',
    `${inner}<definedNames>${names.join('')}</definedNames>`,
    ` xmlns:r="${OFFICE}"`,
  );
}
