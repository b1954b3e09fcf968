import { describe, expect, test } from 'vitest';
import { cleanEmail, parseEmailList, isEmail } from './emails.ts';

describe('an e-mail address', () => {
  test.each([
    'pat@golf.example',
    'b&b@example.com',
    "o'hara@example.com",
    'first.last+tag@sub.domain.example',
    'x!#$%*/=?^`{|}~-_@example.com',
    'josé@müller.example',
    'jose\u0301@golf.example',
    '山田@例え.テスト',
    'pat@golf.xn--p1ai',
  ])('may be %s', (text) => expect(isEmail(text)).toBe(true));

  test.each([
    '',
    'pat',
    'pat@golf',
    '@golf.example',
    'pat@@golf.example',
    '.pat@golf.example',
    'pat.@golf.example',
    'p..t@golf.example',
    'pat doe@golf.example',
    'pat@-golf.example',
    'pat@golf..example',
    'pat,doe@golf.example',
    'pat;doe@golf.example',
    '<pat@golf.example>',
    'pat@golf.example\n',
    '"pat doe"@golf.example',
    'pat\u3000doe@golf.example',
    'pat@golf.e',
    'pat@golf.1com',
    'pat@\u0301golf.example',
    '⛳@golf.example',
  ])('is not %j', (text) => expect(isEmail(text)).toBe(false));
});

test.each([
  ['Bob@Example.com', 'Bob@Example.com'],
  ['Bob Smith <Bob@Example.com>', 'Bob@Example.com'],
  ['<bob@example.com>', 'bob@example.com'],
  ['Bob <mailto:bob@example.com>', 'bob@example.com'],
  ['bob@example.com <Bob@example.com>', 'Bob@example.com'],
  ['Bob < bob@example.com >', 'bob@example.com'],
  ['mailto:bob@example.com', 'bob@example.com'],
  ['MAILTO: bob@example.com', 'bob@example.com'],
  ['Bob.Smith@Example.COM.', 'Bob.Smith@Example.COM'],
  ['Bob <bob@example.com>.', 'bob@example.com'],
  ['"Smith, Bob" <bob@example.com>;', 'bob@example.com'],
  ['\u200b bob@example.com\u00a0', 'bob@example.com'],
  ['bob', 'bob'],
  ['', ''],
])('%j is cleaned to %j', (text, email) => {
  expect(cleanEmail(text)).toBe(email);
  expect(cleanEmail(email)).toBe(email);
});

test.each([
  ['a@x.example, b@x.example', ['a@x.example', 'b@x.example']],
  ['a@x.example; b@x.example;', ['a@x.example', 'b@x.example']],
  ['a@x.example,;a@x.example', ['a@x.example']],
  ['\u200ba@x.example\u00a0;\u00a0b@x.example', ['a@x.example', 'b@x.example']],
  [' , ', []],
  ['a@x.example b@x.example', ['a@x.example', 'b@x.example']],
  ['a@x.example b@x.example; c@x.example', ['a@x.example', 'b@x.example', 'c@x.example']],
  ['Ann <a@x.example>, mailto:b@x.example.', ['a@x.example', 'b@x.example']],
  ['a@x.example nobody', ['a@x.example nobody']],
  ['a@x.example <a@x.example>', ['a@x.example']],
  ['a@x.example Bob <b@x.example>', ['a@x.example Bob <b@x.example>']],
])('%j is a list of %j', (text, emails) => expect(parseEmailList(text)).toEqual(emails));
