import { beforeAll } from 'vitest';
import { testApp } from '../../../test/support/app.ts';
import { testRecordCalls } from '../../../test/support/catalogue.ts';
import { listsRecords } from '../../../test/support/catalogue-lists.ts';
import { aCourse } from '../../../test/support/factories.ts';
import { maintenances } from './maintenances.contract.ts';

const app = testApp();
let south: { id: number; course_name: string };
let north: { id: number; course_name: string };
beforeAll(async () => {
  south = await aCourse(app.db, { course_name: 'South' });
  north = await aCourse(app.db, { course_name: 'North' });
  const window = (course_id: number, start_date: string, end_date: string, description: string) => ({
    course_id,
    start_date,
    end_date,
    description,
  });
  await app.db
    .insertInto('maintenances')
    .values([
      window(south.id, '2026-03-01', '2026-03-09', 'aeration'),
      window(north.id, '2026-05-01', '2026-05-02', 'Overseeding 50%'),
      window(south.id, '2026-04-01', '2026-06-03', 'Greens'),
      window(north.id, '2026-02-01', '2026-02-02', ''),
    ])
    .execute();
});

// The list is tested first, because the tests below add rows.
listsRecords(app, {
  calls: maintenances,
  by: 'description',
  byDefault: () => ['Overseeding 50%', 'Greens', 'aeration', ''],
  filters: () => [
    [{ start_date: '2026-04-01' }, ['Greens']],
    [{ end_date: '2026-05-02' }, ['Overseeding 50%']],
    [{ course_name: 'SOU' }, ['aeration', 'Greens']],
    [{ course_id: north.id }, ['', 'Overseeding 50%']],
    [{ description: '%' }, ['Overseeding 50%']],
    [{ description: 'e', course_name: 'south' }, ['aeration', 'Greens']],
  ],
  sorts: () => [
    ['start_date', ['', 'aeration', 'Greens', 'Overseeding 50%']],
    ['end_date', ['', 'aeration', 'Overseeding 50%', 'Greens']],
    ['course_name', ['Overseeding 50%', '', 'aeration', 'Greens']],
    ['description', ['aeration', 'Greens', 'Overseeding 50%', '']],
  ],
});

testRecordCalls(app, {
  calls: maintenances,
  key: 'maintenance',
  writtenBy: 'admin',
  good: () => ({
    start_date: '2026-09-14',
    end_date: '2026-09-18',
    course: { id: south.id },
    description: 'Greens are aerated',
  }),
  shown: () => ({ course: south }),
  changed: () => ({ end_date: '2026-09-20', course: north, description: '' }),
  refused: () => [
    ['description', { description: 'x'.repeat(1001) }],
    ['start_date', { start_date: '2026-02-30' }],
    ['start_date', { start_date: undefined }],
    ['end_date', { end_date: '9/18/2026' }],
    ['end_date', { end_date: '2026-09-13' }],
    ['course', { course: undefined }],
    ['course', { course: { id: null } }],
    ['course', { course: { id: 424_242 } }],
  ],
});
