import { expect, test } from 'vitest';
import { testApp } from '../../../test/support/app.ts';
import { apiDocument } from './api-document.contract.ts';

const app = testApp();

test('the OpenAPI document describes the calls that are served', async () => {
  const agent = await app.signedIn('agent');
  const document = await app.ok(apiDocument.openApi, {}, agent);
  expect(document).toMatchObject({
    openapi: '3.1.0',
    paths: { '/api/holidays/show/{id}': { get: { 'x-access': 'staff', 'x-writes': false } } },
  });
});
