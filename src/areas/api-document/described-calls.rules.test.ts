import { expect, test } from 'vitest';
import { contract } from '../../app/areas.ts';
import { openApiOf } from '../../server/http/openapi.ts';
import { OpenApi } from './api-document.contract.ts';
import { callsOf } from './described-calls.rules.ts';

test('every call of the contract is described, uploads too', () => {
  const described = callsOf(OpenApi.parse(openApiOf(contract)));
  expect(described).toHaveLength(Object.values(contract).flatMap((calls) => Object.values(calls)).length);
  const upload = described.find(({ method, path }) => method === 'POST' && path === '/api/images');
  expect(upload?.parts.find(({ title }) => title === 'Body')?.schema).toContain('course_id');
});
