import { expect, test } from 'vitest';
import {
  NO_CODES,
  NO_ACCEPTED_CODES,
  checkCodes,
  withoutCode,
  type CodeChecker,
  type BookingCodes,
} from './codes.rules.ts';

const discounts: Record<string, { stacks: boolean }> = { STACKS: { stacks: true }, ALONE: { stacks: false } };
const certificates = ['GC-1'];
const asked: string[] = [];

/** Simulates a server with one gift certificate and two discounts, of which one cannot be combined with gift certificates. */
const server: CodeChecker = (name, codes) => {
  asked.push(`${name} ${codes.discount_code}+${codes.gift_cert_serial}`);
  const discount = discounts[codes.discount_code];
  const errors: Record<string, string[]> = {};
  if (codes.discount_code !== '' && !discount) errors['discount_code'] = ['no such discount'];
  else if (discount?.stacks === false && codes.gift_cert_serial !== '')
    errors['discount_code'] = ['not together'];
  if (codes.gift_cert_serial !== '' && !certificates.includes(codes.gift_cert_serial))
    errors['gift_cert_serial'] = ['no such certificate'];
  if (Object.keys(errors).length > 0) return Promise.resolve({ errors });
  const totals = { charge: 0, rental: 0, discount: 0, certificate: 0, total: 0 };
  const accepted = {
    discount: discount ? aDiscount(codes.discount_code) : null,
    gift_certificate:
      codes.gift_cert_serial === ''
        ? null
        : { id: 1, serial: codes.gift_cert_serial, balance: '1.00', raw_balance: 100 },
    totals,
  };
  return Promise.resolve({ accepted });
};
const aDiscount = (code: string) => ({
  id: 1,
  code,
  is_dollars: true,
  amount: '1.00',
  raw_amount: 100,
  raw_min_discount: 0,
  raw_max_discount: 0,
});

const codes = (discount_code: string, gift_cert_serial: string): BookingCodes => ({
  discount_code,
  gift_cert_serial,
});

test.each<[string, BookingCodes, BookingCodes, BookingCodes, string]>([
  ['both are applied', NO_CODES, codes('STACKS', 'GC-1'), codes('STACKS', 'GC-1'), ''],
  [
    'a refused certificate',
    codes('STACKS', ''),
    codes('STACKS', 'NOPE'),
    codes('STACKS', ''),
    'no such certificate',
  ],
  ['a refused discount', codes('', 'GC-1'), codes('NOPE', 'GC-1'), codes('', 'GC-1'), 'no such discount'],
  [
    'a refused one in the place of another',
    codes('STACKS', 'GC-1'),
    codes('NOPE', 'GC-1'),
    codes('STACKS', 'GC-1'),
    'no such discount',
  ],
  [
    'a certificate that the discount goes not with',
    codes('ALONE', ''),
    codes('ALONE', 'GC-1'),
    codes('ALONE', ''),
    'not together',
  ],
  [
    'a discount that goes not with the certificate',
    codes('', 'GC-1'),
    codes('ALONE', 'GC-1'),
    codes('', 'GC-1'),
    'not together',
  ],
  ['another discount replaces', codes('ALONE', ''), codes('STACKS', ''), codes('STACKS', ''), ''],
  [
    'one that does not stack replaces none beside a certificate',
    codes('STACKS', 'GC-1'),
    codes('ALONE', 'GC-1'),
    codes('STACKS', 'GC-1'),
    'not together',
  ],
  ['what is taken back frees the other', codes('ALONE', ''), codes('', 'GC-1'), codes('', 'GC-1'), ''],
])('%s', async (...row) => {
  const [, stood, tried, stands, said] = row;
  const standing = await checkCodes(stood, tried, server);
  expect(standing.codes).toEqual(stands);
  expect(standing.discount?.code ?? '').toBe(stands.discount_code);
  expect(standing.certificate?.serial ?? '').toBe(stands.gift_cert_serial);
  expect(Object.values(standing.refusals).map((refusal) => refusal.message)).toEqual(said ? [said] : []);
});

test('each is asked about at its own call, beside what stands', async () => {
  asked.length = 0;
  await checkCodes(NO_CODES, codes('STACKS', 'GC-1'), server);
  expect(asked).toEqual(['discount_code STACKS+', 'gift_cert_serial STACKS+GC-1']);
});

test('a code that is taken back leaves the other and its refusal goes', async () => {
  const standing = await checkCodes(codes('STACKS', 'GC-1'), codes('NOPE', 'GC-1'), server);
  expect(withoutCode(standing, 'discount_code')).toEqual({
    ...NO_ACCEPTED_CODES,
    codes: codes('', 'GC-1'),
    certificate: standing.certificate,
  });
});

test('what stands is asked about once, and what is taken back not at all', async () => {
  asked.length = 0;
  await checkCodes(codes('STACKS', 'GC-1'), codes('STACKS', ''), server);
  expect(asked).toEqual(['discount_code STACKS+']);
});

test('each is taken back with what it gave, and the other stays', async () => {
  const both = await checkCodes(NO_CODES, codes('STACKS', 'GC-1'), server);
  expect(withoutCode(both, 'discount_code')).toMatchObject({ discount: null, certificate: { id: 1 } });
  expect(withoutCode(both, 'gift_cert_serial')).toMatchObject({ discount: { id: 1 }, certificate: null });
});
