import { mkdirSync, rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { auditOf } from '../../../test/support/audit-entries.ts';
import { aCustomer } from '../../../test/support/factories.ts';
import { customerImportSetup, type ImportCommandOptions } from '../../../test/support/customer-imports.ts';
import { customers } from '../customers/customers.contract.ts';
import { customerMerges } from '../customers/merging/merging.contract.ts';
import { beginImport, insertStagedRows } from './moving/staging.queries.ts';

const { app, at, fileOf, run, reportOf, named } = customerImportSetup();
const staged = async () => (await app.db.selectFrom('import_rows').selectAll().execute()).length;

test('a dry run says what would be, and makes nobody; what follows makes just these, each with its entry', async () => {
  const file = fileOf('first_name,last_name,email\nAda,Dry,ada@dry.example\nBo,Dry,bo@dry.example\n');
  const would = await run(file);
  expect(would?.counts).toEqual({ good: 2, doubles: 0, refused: 0 });
  expect(reportOf(file)).toEqual(['2,new,,,', '3,new,,,']);
  expect(await named('Dry')).toEqual([]);
  await run(file, { write: true });
  const made = await named('Dry');
  expect(made).toMatchObject([
    { type: 'Customer', first_name: 'Ada', email: 'ada@dry.example', city: null, updated_by: 'Import' },
    { first_name: 'Bo' },
  ]);
  expect(reportOf(file)).toEqual([`2,made,${made[0]?.id},,`, `3,made,${made[1]?.id},,`]);
  const id = made[0]?.id ?? 0;
  const { updated_at: _, ...shown } = await app.ok(customers.show, { params: { id } }, at.agent);
  expect(await auditOf(app, 'customer', id)).toEqual([
    { made_by: 'Import', address: null, action: 'created', before: null, after: shown },
  ]);
  expect(await staged()).toBe(0);
});

describe('a double', () => {
  test('is whom the screen finds: by e-mail before phone, of the same type, as they were known before a merge', async () => {
    const old = await aCustomer(app.db, {
      last_name: 'Old',
      email: 'old@d.example',
      primary_phone: '(619) 555-0001',
    });
    const other = await aCustomer(app.db, {
      last_name: 'Other',
      email: 'other@d.example',
      mobile_phone: '619 555 0002',
    });
    const gone = await aCustomer(app.db, { last_name: 'Gone', email: 'gone@d.example' });
    const seen = async ({ id }: { id: number }) => {
      const { updated_at } = await app.ok(customers.show, { params: { id } }, at.agent);
      return { id, updated_at };
    };
    const merge = { stays: await seen(old), goes: await seen(gone), taken: [] };
    await app.ok(customerMerges.merge, { body: merge }, await app.signedIn('admin'));
    const file = fileOf(`type,first_name,last_name,email,primary_phone,mobile_phone
,A,New,OLD@D.example,,
,B,New,,+1 619 555 0002,
,C,New,other@d.example,6195550001,
,D,New,,,619-555-0001
GiftCertificateRecipient,E,New,old@d.example,,
,F,New,,555 0001 1,
,G,New,gone@d.example,,
`);
    await run(file, { write: true });
    const outcomes = reportOf(file).map((line) => line.split(',').slice(0, 3).join());
    expect([...outcomes.slice(0, 4), outcomes[6]]).toEqual([
      `2,double,${old.id}`,
      `3,double,${other.id}`,
      `4,double,${other.id}`,
      `5,double,${old.id}`,
      `8,double,${old.id}`,
    ]);
    expect((await named('New')).map((one) => one.first_name)).toEqual(['E', 'F']);
  });

  test('with the phone of another person says so, and of whom: a husband and wife may share one', async () => {
    const { id } = await aCustomer(app.db, {
      first_name: 'Rosa',
      last_name: 'Spouse',
      email: 'rosa@s.example',
      primary_phone: '619 555 0903',
    });
    const file = fileOf(
      'first_name,last_name,email,primary_phone\nJuan,Spouse,juan@s.example,(619) 555-0903\nRosa,Spouse,ROSA@s.example,619 555 0903\n',
    );
    await run(file);
    expect(reportOf(file)).toEqual([
      `2,double,${id},,is in RIC already (same phone): #${id} Rosa Spouse`,
      `3,double,${id},,is in RIC already (same e-mail): #${id} Rosa Spouse`,
    ]);
  });

  test('may be a row above, but not one that is no customer itself', async () => {
    const file = fileOf(`first_name,last_name,email,primary_phone
A,Within,a@w.example,619 555 1001
B,Within,a@w.example,619 555 1002
C,Within,,619 555 1002
D,Within,,1-619-555-1001
,Within,e@w.example,
E,Within,E@w.example,
E,Within,e@W.example,
F,Within,,
F,Within,,
`);
    await run(file, { write: true });
    const doubles = reportOf(file).filter((line) => line.includes('double'));
    expect(doubles).toEqual([
      '3,double,,,doubles line 2 of this file (same e-mail)',
      '5,double,,,doubles line 2 of this file (same phone)',
      '8,double,,,doubles line 7 of this file (same e-mail)',
    ]);
    // Two people with one name look like one person who was typed twice, so both are created, as on the screen.
    expect((await named('Within')).map((one) => one.first_name)).toEqual(['A', 'C', 'E', 'F', 'F']);
  });

  test('who came between the dry run and the import is found', async () => {
    const file = fileOf('first_name,last_name,email\nAda,Between,ada@between.example\n');
    expect((await run(file))?.counts).toMatchObject({ good: 1 });
    const { id, first_name } = await aCustomer(app.db, { last_name: 'Came', email: 'ada@between.example' });
    expect((await run(file, { write: true }))?.counts).toEqual({ good: 0, doubles: 1, refused: 0 });
    expect(reportOf(file)).toEqual([
      `2,double,${id},,is in RIC already (same e-mail): #${id} ${first_name} Came`,
    ]);
  });
});

test('a file a second time makes nothing new, and the same people in another file neither', async () => {
  const content = 'first_name,last_name,email\nAda,Twice,ada@twice.example\nBo,Twice,\n';
  const file = fileOf(content);
  await run(file, { write: true });
  for (const write of [true, false]) {
    expect(await run(file, { write })).toBeNull();
    expect(at.said.at(-1)).toMatch(/^This file is in since .* 2 made\. Nothing was changed\.$/);
  }
  expect(await run(fileOf(content), { write: true })).toBeNull();
  const more = await run(fileOf(content.replace('\nBo,Twice,', '')), { write: true });
  expect(more?.counts).toEqual({ good: 0, doubles: 1, refused: 0 });
  expect(await named('Twice')).toHaveLength(2);
});

test('what is in and has no report yet is told by the next run, which makes nobody', async () => {
  const file = fileOf('first_name,last_name\nAda,Untold\n');
  const inTheWay = file.replace('.csv', '.report.csv');
  mkdirSync(inTheWay);
  await expect(run(file, { write: true })).rejects.toThrow();
  expect(await named('Untold')).toHaveLength(1);
  rmSync(inTheWay, { recursive: true });
  expect((await run(file, { write: true }))?.counts).toEqual({ good: 1, doubles: 0, refused: 0 });
  expect(reportOf(file)).toEqual([expect.stringMatching(/^2,made,\d+/)]);
  expect(await named('Untold')).toHaveLength(1);
  expect(await staged()).toBe(0);
});

describe('columns', () => {
  const refused = async (content: string, options: ImportCommandOptions = {}) =>
    run(fileOf(content), options).then(String, (error: unknown) => String(error).split('\n')[0]);

  test('are mapped by name, and those that RIC does not have left out only when asked', async () => {
    const file = fileOf('Given Name,Family=Name,Shoe Size,e mail\nAda,Mapped,9,ada@mapped.example\n');
    const map = ['given name=First name', 'Family=Name=last_name'];
    expect(await run(file, { map }).catch(String)).toMatch(/RIC has no column "Shoe Size"\..*--ignore/);
    expect(await named('Mapped')).toEqual([]);
    await run(file, { map, ignore: true, write: true });
    expect(await named('Mapped')).toMatchObject([{ first_name: 'Ada', email: 'ada@mapped.example' }]);
  });

  test('are read again where they are said to be others', async () => {
    const file = fileOf('a,b\nAda,Ames\n');
    await run(file, { map: ['a=last_name', 'b=first_name'] });
    await run(file, { map: ['a=first_name', 'b=last_name'], write: true });
    expect(await named('Ames')).toMatchObject([{ first_name: 'Ada' }]);
  });

  test('that cannot be told are refused', async () => {
    expect(await refused('first_name,FIRST NAME,last_name\n')).toMatch(
      /"first_name", "FIRST NAME" are all first_name/,
    );
    expect(await refused('a,b\n', { ignore: true })).toMatch(/No column of the file is one of RIC/);
    expect(await refused('first_name\n', { map: ['x=last_name'] })).toMatch(/names no column of the file/);
    expect(await refused('first_name\n', { map: ['first_name=x'] })).toMatch(/names no column of RIC/);
    expect(await refused('first_name\n', { map: ['last_name'] })).toMatch(/names no column of RIC/);
    expect(await refused('')).toMatch(/The file is empty/);
  });
});

describe('a file', () => {
  const utf8 = (text: string) => new TextEncoder().encode(text);
  test.each([
    ['with commas', 'first_name,last_name\nZoë,NAME\n'],
    ['with the mark of UTF-8', '\uFEFFfirst_name,last_name\nZoë,NAME\n'],
    ['with semicolons', '"first_name";"last_name"\r\nZoë;NAME\r\n'],
    ['with tabs', 'first_name\tlast_name\nZoë\tNAME'],
    ['with quotes, and lines that are empty', '\n"first_name","last_name"\r"Zoë","NAME"\r\r,\r'],
  ])('%s', async (which, content) => {
    const last_name = `Of a file ${which.replaceAll(/[^a-z ]/gi, '')}`;
    await run(fileOf(utf8(content.replace('NAME', last_name))), { write: true });
    expect(await named(last_name)).toMatchObject([{ first_name: 'Zoë' }]);
  });

  test('may have lines within quotes; a row is named by the line that it begins in', async () => {
    const file = fileOf(
      'first_name,last_name,legacy_address\r\n\r\nAda,Lined,"1 Fairway\r\nLa ""Jolla"""\r\nBo,,\r\n',
    );
    await run(file, { write: true });
    expect(await named('Lined')).toMatchObject([{ legacy_address: '1 Fairway\nLa "Jolla"' }]);
    expect(reportOf(file)).toEqual([expect.stringMatching(/^3,made/), '5,refused,,last_name,is required']);
  });

  test('that is no UTF-8, or has a quote that nobody closes, is refused whole', async () => {
    const latin = Uint8Array.from([...utf8('first_name,last_name\nZo'), 0xeb, ...utf8(',Latin\n')]);
    expect(await run(fileOf(latin), { write: true }).catch(String)).toMatch(/not UTF-8/);
    const open = 'first_name,last_name\nAda,Open\n"Bo,Open\nCy,Open\n';
    expect(await run(fileOf(open), { write: true }).catch(String)).toMatch(
      /A quote in the file is never closed/,
    );
    expect(await named('Open')).toEqual([]);
    expect(await named('Latin')).toEqual([]);
  });

  test('that is begun makes what was read of another one go', async () => {
    const columns = ['first_name', 'last_name'];
    const left = await beginImport(app.db, {
      kind: 'customers',
      digest: 'of a run that was killed',
      columns,
    });
    await insertStagedRows(app.db, { id: left.id, after: 0 }, [{ line: 2, problems: [] }]);
    await run(fileOf('first_name,last_name\nBo,Goes\n'));
    expect(await staged()).toBe(0);
    expect(await app.db.selectFrom('imports').select('id').where('id', '=', left.id).execute()).toEqual([]);
    // A process that counts as killed may still be alive and insert rows.
    const late = insertStagedRows(app.db, { id: left.id, after: 2 }, [{ line: 3, problems: [] }]);
    await expect(late).rejects.toThrow('Another import was begun meanwhile');
  });

  test('of 2,500 rows is read a thousand at a time', async () => {
    const rows = Array.from({ length: 2_500 }, (_, at) => `A${at},Many,a${at}@many.example`);
    rows[1_200] = 'A,4242424242424242,a@many.example';
    const file = fileOf(`first_name,last_name,email\n${rows.join('\n')}\n`);
    expect((await run(file))?.counts).toEqual({ good: 2_499, doubles: 0, refused: 1 });
    expect(await staged()).toBe(0);
    await run(file, { write: true });
    expect(await named('Many')).toHaveLength(2_499);
    const [first, last] = [(await named('Many'))[0], (await named('Many')).at(-1)];
    expect([first?.first_name, last?.first_name]).toEqual(['A0', 'A2499']);
  });
});

test.skipIf(process.env.TEST_ON === 'postgres')(
  'the embedded database takes 50,000 rows and no more',
  { timeout: 60_000 },
  async () => {
    const rows = Array.from({ length: 50_001 }, () => 'x,');
    const file = fileOf(`first_name,last_name\n${rows.join('\n')}\n`);
    expect(await run(file, { write: true }).catch(String)).toMatch(/more than 50,000 rows.*PostgreSQL/);
    expect(await staged()).toBe(0);
  },
);
