import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { webhookSignature } from './signature.ts';

// The expected hash was computed by `printf '%s' '1700000000.{"id":1}' | openssl dgst -sha256 -hmac secret`.
test.each([
  ['secret', 1_700_000_000, '{"id":1}', '3dd1b9aef568d75f6790a84bd2e5dfa1f44409eef3cbdbd3f10b837376100c11'],
  ['Jefe', 0, '', '813f643c8863ba9754215e64cdab172f2e96c1a413d772978aba7398cc864e55'],
])('is that of its time and body: %s, %i, %s', (secret, seconds, body, hex) =>
  expect(webhookSignature(secret, seconds, body)).toBe(`t=${seconds},v1=${hex}`),
);

test('another secret, time or body has another', () => {
  const all = [
    webhookSignature('a', 1, 'x'),
    webhookSignature('b', 1, 'x'),
    webhookSignature('a', 2, 'x'),
    webhookSignature('a', 1, 'y'),
  ];
  expect(new Set(all.map((said) => said.split('v1=')[1])).size).toBe(4);
  // The hash function itself, checked by a test vector of RFC 4231.
  expect(createHmac('sha256', 'Jefe').update('what do ya want for nothing?').digest('hex')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});
