import { beforeAll, expect, test } from 'vitest';
import { changesData, type HttpCall } from '../../src/contract/call.ts';
import { toJsonSchema } from '../../src/server/http/openapi.ts';
import { fieldNameOfPath } from '../../src/server/http/sentences.ts';
import { testApp, type HeaderFields } from '../support/app.ts';
import { callsWith, exampleForSchema, isSchemaNode, withReplacedValue, type SchemaNode } from './calls.ts';

const app = testApp();
let headers: HeaderFields;
beforeAll(async () => {
  headers = await app.signedIn('admin');
});

const CARD = '4242 4242 4242 4242';
/** The ways in which people and programs write a card number, up to the longest one. */
const WRITTEN = [
  CARD,
  '+4242424242424242',
  '4242/4242/4242/4242',
  '4242|4242|4242|4242',
  '\uff14242\u200b4242\u200b42424242',
];
const CERTIFICATE = '/api/gift_certificates/certificate/{serial}';
/** The text fields that accept a card number, and why. */
const MAY = new Map([
  [
    'POST /api/ibe/book credit_card.number',
    'here a card is typed; its last four digits are all that is kept',
  ],
  ['POST /api/lost_leads credit_card.number', 'the same'],
  ['POST /api/lost_leads credit_card.expmo', 'it is refused with the card'],
  ['POST /api/lost_leads credit_card.expyr', 'the same'],
  ['POST /api/lost_leads credit_card.cvv', 'the same'],
  ['POST /api/gift_certificates/sell credit_card.number', 'here a card is typed, as for a booking'],
  ['POST /api/tee_times/change credit_card.number', 'here a card is typed, as for a booking'],
  ['POST /api/ibe/book screenshot', 'it is never decoded, kept, logged or passed on'],
  ['POST /api/ibe/book gift_cert_serial', 'it names a certificate that is there, or nothing is booked'],
  [`PUT ${CERTIFICATE}/update_purchaser serial`, 'the same'],
  [`PUT ${CERTIFICATE}/update_recipient serial`, 'the same'],
  ['POST /api/auth/sign_in email', 'it is looked for'],
  ['POST /api/auth/sign_in otp', 'it is compared, and kept nowhere'],
  ['POST /api/auth/second_factor/take_off otp', 'the same'],
  ['POST /api/auth/sign_in password', 'a password is whatever it is, and its hash alone is kept'],
  ['PUT /api/auth/password password', 'the same'],
  ['PUT /api/auth/password current_password', 'the same'],
  ['POST /api/ric_users password', 'the same'],
  ['PUT /api/ric_users/update password', 'the same'],
  ['PUT /api/ric_users/update password_confirmation', 'the same'],
  ['POST /api/ric_users groups', 'it is a level, or refused'],
  ['PUT /api/ric_users/update groups', 'the same'],
]);

type TextLimit = { path: string[]; most: number };
/** Returns the text fields of a request body, each as the path of its keys. */
function textsIn(node: SchemaNode, path: string[] = []): TextLimit[] {
  const most = typeof node['maxLength'] === 'number' ? node['maxLength'] : Infinity;
  const itself = node['type'] === 'string' && !node['enum'] && !('const' in node) ? [{ path, most }] : [];
  const properties = isSchemaNode(node['properties']) ? Object.entries(node['properties']) : [];
  const options = [node['anyOf'] ?? []].flat().filter(isSchemaNode);
  return [
    ...itself,
    ...properties.flatMap(([name, one]) => (isSchemaNode(one) ? textsIn(one, [...path, name]) : [])),
    ...(isSchemaNode(node['items']) ? textsIn(node['items'], [...path, '0']) : []),
    ...options.flatMap((one) => textsIn(one, path)),
  ];
}

const textsOf = ({ body }: HttpCall): TextLimit[] =>
  body ? textsIn(toJsonSchema(body, 'input')).filter(({ most }) => most >= CARD.length) : [];
const calls = callsWith((called) => changesData(called) && !called.upload && textsOf(called).length > 0);

test.each(calls)('%s takes a card number in no text', async (call, called) => {
  const taken: string[] = [];
  for (const [at, { path }] of textsOf(called).entries()) {
    // `sort_fields` accepts only the names of the list's own columns.
    if (path[0] === 'sort_fields') continue;
    const name = fieldNameOfPath(path, called.envelope);
    const body = withReplacedValue(exampleForSchema(called.body), path, WRITTEN[at % WRITTEN.length]);
    const answer = await app.call(called, { body }, headers);
    const errors =
      isSchemaNode(answer.body) && isSchemaNode(answer.body['errors']) ? answer.body['errors'] : {};
    if (!(name in errors) && !MAY.has(`${call} ${name}`)) taken.push(name);
  }
  expect(taken).toEqual([]);
});

test('there are many of them, and what may is there', () => {
  expect(calls.length).toBeGreaterThan(30);
  const there = calls.flatMap(([call, called]) =>
    textsOf(called).map(({ path }) => `${call} ${fieldNameOfPath(path, called.envelope)}`),
  );
  expect([...MAY.keys()].filter((name) => !there.includes(name))).toEqual([]);
});
