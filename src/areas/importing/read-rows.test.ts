import { describe, expect, test } from 'vitest';
import { customerImportSetup } from '../../../test/support/customer-imports.ts';
import { customers } from '../customers/customers.contract.ts';

const { app, at, fileOf, run, reportOf, everyone, named } = customerImportSetup();

describe('a row is read by the rules of the call that makes a customer', () => {
  const long = 'x'.repeat(101);
  const SHORTENED = 'was shortened by a spreadsheet: format its column as text there and export it again';
  test.each([
    ['', 'Lee', '', '', '', 'first_name,is required'],
    ['Ann', '', '', '', '', 'last_name,is required'],
    [long, 'Lee', '', '', '', 'first_name,must have at most 100 characters'],
    ['Ann', '4242 4242 4242 4242', '', '', '', 'last_name,must not have a card number in it'],
    ['Ann', 'Lee', 'ann at home', '', '', 'email,must be an e-mail address'],
    ['Ann', 'Lee', '', '123', '', 'primary_phone,must be a phone number of 7 to 20 digits'],
    ['Ann', 'Lee', '', '8.58555E+09', '', `primary_phone,${SHORTENED}`],
    ['Ann', 'Lee', '', '8585550142.0', '', `primary_phone,${SHORTENED}`],
    ['Ann', 'Lee', '', '', 'Narnia', 'country_alpha2,must be a country code like US'],
    ['Ann', 'Lee', '', '', 'XX', 'country_alpha2,is no country'],
  ])('%s,%s,%s,%s,%s', async (...cells) => {
    const says = cells.pop();
    const file = fileOf(`first_name,last_name,email,primary_phone,country_alpha2\n${cells.join(',')}\n`);
    const imported = await run(file, { write: true });
    expect(reportOf(file)).toEqual([`2,refused,,${says}`]);
    expect(imported?.counts).toEqual({ good: 0, doubles: 0, refused: 1 });
    // The form on the screen rejects the row with the same errors.
    const [first_name, last_name, email, primary_phone, country_alpha2] = cells.map(
      (cell) => cell || undefined,
    );
    const customer = { first_name, last_name, email, primary_phone, country_alpha2 };
    const { status, body } = await app.call(customers.create, { body: { customer } }, at.agent);
    const [field = '', ...words] = (says ?? '').split(',');
    expect({ status, body }).toMatchObject({ status: 422, body: { errors: { [field]: [words.join(',')] } } });
  });

  test('a phone in any usual form goes in', async () => {
    const phones = ['858-555-0142 x12', '+44 (0)20 7946 0958', '1-858-555-0143', '858.555.0144 ext. 3'];
    const rows = phones.map((phone, at) => `Ann,Phoned${at},${phone}`).join('\n');
    const imported = await run(fileOf(`first_name,last_name,primary_phone\n${rows}\n`), { write: true });
    expect(imported?.counts).toEqual({ good: phones.length, doubles: 0, refused: 0 });
  });

  test('a country goes in by its name or its letters', async () => {
    const countries = ['US', 'us', 'USA', 'United States', 'United Kingdom', 'méxico'];
    const rows = countries.map((country, at) => `Ann,Living${at},${country}`).join('\n');
    await run(fileOf(`first_name,last_name,country_alpha2\n${rows}\n`), { write: true });
    const living = (await everyone()).filter(({ last_name }) => last_name.startsWith('Living'));
    expect(living.map(({ country_alpha2 }) => country_alpha2)).toEqual(['US', 'US', 'US', 'US', 'GB', 'MX']);
  });

  test("a spreadsheet's mark for text is dropped, and the apostrophe of a name is not", async () => {
    const rows = "'Robin,'t Hart,'02139,'619-555-0188\n'Seán,Marked,02140,'619-555-0189\n'Eve,Marked,'02141,";
    await run(fileOf(`first_name,last_name,postcode,primary_phone\n${rows}\n`), { write: true });
    expect(await named("'t Hart")).toMatchObject([
      { first_name: 'Robin', postcode: '02139', primary_phone: '619-555-0188' },
    ]);
    expect(await named('Marked')).toMatchObject([
      { first_name: 'Seán', postcode: '02140', primary_phone: '619-555-0189' },
      { first_name: 'Eve', postcode: '02141', primary_phone: null },
    ]);
  });

  test('it is dropped behind the first thousand rows too, by what those show', async () => {
    const rows = Array.from({ length: 1_001 }, (_, at) => `'A${at},'O'Brien`);
    await run(fileOf(`first_name,last_name\n${rows.join('\n')}\n`), { write: true });
    expect((await named("O'Brien")).at(-1)).toMatchObject({ first_name: 'A1000' });
    expect(await named("'O'Brien")).toEqual([]);
  });

  test('an extension hides no duplicate', async () => {
    const rows =
      'Ann,Extended,619-555-0177\nBob,Extended,(619) 555-0177 x12\nCy,Extended,+44 (0)20 7946 0111\nDi,Extended,+44 20 7946 0111';
    const file = fileOf(`first_name,last_name,primary_phone\n${rows}\n`);
    expect((await run(file, { write: true }))?.counts).toEqual({ good: 2, doubles: 2, refused: 0 });
  });

  test.each([
    ['a line that names the delimiter', 'sep=;\nfirst_name;last_name\nAnn;Above0\n', 'Above0'],
    ['it in quotes', '"sep=;"\r\nfirst_name;last_name\r\nAnn;Above1\r\n', 'Above1'],
    ['a title', 'Customers, as of 2026\nfirst_name;last_name\nAnn;Above2\n', 'Above2'],
    ['a title with empty cells', 'Customers,,\n,,\nfirst_name,last_name,city\nAnn,Above3,Vista\n', 'Above3'],
    ['titles of two lines', '"Customers"\nSan Diego Golf\n\nfirst_name\tlast_name\nAnn\tAbove4\n', 'Above4'],
  ])('%s above the headings is skipped', async (_, content, last_name) => {
    const file = fileOf(content);
    expect((await run(file, { write: true }))?.counts).toEqual({ good: 1, doubles: 0, refused: 0 });
    expect(await named(last_name)).toHaveLength(1);
  });

  test('a line is named as the file has it, below what is skipped', async () => {
    const file = fileOf('sep=;\nCustomers\nfirst_name;last_name\nAnn;Lee\n;Lee\n');
    await run(file);
    expect(reportOf(file).at(-1)).toBe('5,refused,,first_name,is required');
  });

  test.each([
    ['postcode', '9.2037E+04', SHORTENED],
    ['postcode', '92037.0', SHORTENED],
    ['city', '#REF!', 'is an error of the spreadsheet and no value: mend it there and export it again'],
    ['city', '########', 'is an error of the spreadsheet and no value: mend it there and export it again'],
  ])('a %s that is %s is refused', async (field, cell, says) => {
    const file = fileOf(`first_name,last_name,${field}\nAnn,Lee,${cell}\n`);
    await run(file);
    expect(reportOf(file).join()).toContain(says);
  });

  test('one with a cell too many, or too few, and all that is wrong with one', async () => {
    const file = fileOf('First Name,LAST_NAME,type\nAnn,Lee\nAnn,Lee,,\n,,Golfer\n');
    await run(file, { write: true });
    expect(reportOf(file)).toEqual([
      '2,refused,,,"has 2 cells, and the first line 3"',
      '3,refused,,,"has 4 cells, and the first line 3"',
      '4,refused,,type,must be Customer or GiftCertificateRecipient',
      '4,refused,,first_name,is required',
      '4,refused,,last_name,is required',
    ]);
    expect(await named('Lee')).toEqual([]);
  });
});
