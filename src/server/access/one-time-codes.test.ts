import { Secret } from 'otpauth';
import { expect, test } from 'vitest';
import {
  totpSecretAddress,
  hashRecoveryCode,
  newRecoveryCode,
  newTotpSecret,
  totpTimeStep,
} from './one-time-codes.ts';

// The test vectors of RFC 6238, appendix B, have eight digits; RIC's codes are the last six.
const SECRET = Secret.fromLatin1('12345678901234567890').base32;

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('at second %d the code is %s', (second, code) => {
  const step = Math.floor(second / 30);
  const at = (seconds: number) => totpTimeStep(SECRET, code, new Date((second + seconds) * 1000));
  expect(at(0)).toBe(step);
  expect(at(30)).toBe(step);
  expect(at(-30)).toBe(step);
  expect(at(60)).toBeNull();
  expect(at(-60)).toBeNull();
});

test.each(['28708', '2870822', '', '287 O82', '-87082'])('%j is no code', (typed) => {
  expect(totpTimeStep(SECRET, typed, new Date(59_000))).toBeNull();
});

test.each(['287 082', '287-082', '287\u00a0082\u200b', '２８７０８２'])('may be typed as %j', (typed) => {
  expect(totpTimeStep(SECRET, typed, new Date(59_000))).toBe(1);
});

test('a phone is told who it is for, and the secret', () => {
  const secret = newTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpSecret()).not.toBe(secret);
  const address = new URL(totpSecretAddress(secret, 'ana@desk.example'));
  expect(address.href).toMatch(/^otpauth:\/\/totp\/RIC:ana%40desk\.example\?/);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    issuer: 'RIC',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});

test('a recovery code is the same however it is typed', () => {
  const code = newRecoveryCode();
  expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
  const hash = hashRecoveryCode(code);
  expect(hashRecoveryCode(` ${code.toLowerCase().replaceAll('-', ' ')}`)).toBe(hash);
  expect(hashRecoveryCode(newRecoveryCode())).not.toBe(hash);
});
