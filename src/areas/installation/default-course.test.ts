import { expect, test } from 'vitest';
import { testApp } from '../../../test/support/app.ts';
import { aCourse } from '../../../test/support/factories.ts';
import { installation } from './installation.contract.ts';

const app = testApp({ settings: { DEFAULT_COURSE_ID: '17' } });

test('the setting for the preselected course goes before the name', async () => {
  await aCourse(app.db, { course_name: 'Torrey Pines South' });
  const agent = await app.signedIn('agent');
  expect(await app.ok(installation.settings, {}, agent)).toMatchObject({ default_course_id: 17 });
});
