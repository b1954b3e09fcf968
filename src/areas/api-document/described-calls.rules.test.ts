import { expect, test } from 'vitest';
import { contractOfAllAreas } from '../../app/areas.ts';
import { openApiDocument } from '../../server/http/openapi.ts';
import { OpenApi } from './api-document.contract.ts';
import { describedCalls } from './described-calls.rules.ts';

test('every call of the contract is described, uploads too', () => {
  const described = describedCalls(OpenApi.parse(openApiDocument(contractOfAllAreas)));
  expect(described).toHaveLength(
    Object.values(contractOfAllAreas).flatMap((calls) => Object.values(calls)).length,
  );
  const upload = described.find(({ method, path }) => method === 'POST' && path === '/api/images');
  expect(upload?.parts.find(({ title }) => title === 'Body')?.schema).toContain('course_id');
});
