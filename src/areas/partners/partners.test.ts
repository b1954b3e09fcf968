import { beforeAll, expect, test } from 'vitest';
import { aPartnerWithoutKey } from '../../../test/support/partners.ts';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { testRecordCalls } from '../../../test/support/catalogue.ts';
import { listsRecords } from '../../../test/support/catalogue-lists.ts';
import { aCourse, aCustomer, aTeeTime } from '../../../test/support/factories.ts';
import { courseGroups } from '../course-groups/course-groups.contract.ts';
import { partners } from './partners.contract.ts';

const app = testApp();
let admin: HeaderFields;
let agent: HeaderFields;
beforeAll(async () => {
  admin = await app.signedIn('admin');
  agent = await app.signedIn('agent');
  const [, resort, site] = [
    await aPartnerWithoutKey(app.db, { api_user_name: 'golf Away 100%' }),
    await aPartnerWithoutKey(app.db, { api_user_name: 'Coachella Resort' }),
    await aPartnerWithoutKey(app.db, { api_user_name: 'The Public Site', is_public_site: true }),
  ];
  const key = (api_user_id: number, key_hash: string, last_used_at: string | null) => ({
    api_user_id,
    key_hash,
    last_used_at,
  });
  await app.db
    .insertInto('api_keys')
    .values([
      key(resort.id, 'a', '2026-03-01T10:00:00Z'),
      key(resort.id, 'b', null),
      { ...key(site.id, 'c', '2026-04-01T10:00:00Z'), withdrawn_at: '2026-05-01T10:00:00Z' },
    ])
    .execute();
});

listsRecords(app, {
  calls: partners,
  by: 'api_user_name',
  byDefault: () => ['Coachella Resort', 'golf Away 100%', 'The Public Site'],
  filters: () => [
    [{ api_user_name: 'RESORT' }, ['Coachella Resort']],
    [{ api_user_name: '%' }, ['golf Away 100%']],
    [{ is_public_site: true }, ['The Public Site']],
    [{ is_public_site: false }, ['Coachella Resort', 'golf Away 100%']],
  ],
  sorts: () => [
    ['api_user_name', ['Coachella Resort', 'golf Away 100%', 'The Public Site']],
    ['is_public_site', ['golf Away 100%', 'Coachella Resort', 'The Public Site']],
    ['keys', ['golf Away 100%', 'The Public Site', 'Coachella Resort']],
    ['last_used_at', ['Coachella Resort', 'The Public Site', 'golf Away 100%']],
  ],
});

let made = 0;
testRecordCalls(app, {
  calls: partners,
  key: 'partner',
  writtenBy: 'admin',
  good: () => ({ api_user_name: `Golf Pacific ${(made += 1)}`, is_public_site: false }),
  shown: () => ({ api_user_name: expect.stringMatching(/^Golf Pacific \d+$/), groups: [] }),
  changed: () => ({ is_public_site: true }),
  refused: () => [
    ['api_user_name', { api_user_name: '' }],
    ['api_user_name', { api_user_name: 'x'.repeat(101) }],
    ['api_user_name', { api_user_name: 'THE public site' }],
    ['is_public_site', { is_public_site: 'perhaps' }],
  ],
});

test('an agent is told nothing of partners', async () => {
  for (const [called, sent] of [
    [partners.index, {}],
    [partners.count, {}],
    [partners.show, { params: { id: 1 } }],
  ] as const)
    expect(await app.call(called, sent, agent)).toMatchObject({ status: 403 });
});

test('a partner names the groups that it is in', async () => {
  const partner = await aPartnerWithoutKey(app.db);
  const course_group = { group_name: 'Coast', courses: [], users: [{ api_user: { id: partner.id } }] };
  const group = await app.ok(courseGroups.create, { body: { course_group } }, admin);
  expect(await app.ok(partners.show, { params: { id: partner.id } }, admin)).toMatchObject({
    groups: [{ id: group.id, group_name: 'Coast' }],
  });
});

test('a partner with bookings stays; one without goes with its keys', async () => {
  const [kept, gone] = [await aPartnerWithoutKey(app.db), await aPartnerWithoutKey(app.db)];
  const course = await aCourse(app.db);
  const customer = await aCustomer(app.db);
  await aTeeTime(app.db, { course_id: course.id, customer_id: customer.id, api_user_id: kept.id });
  await app.db.insertInto('api_keys').values({ api_user_id: gone.id, key_hash: 'gone' }).execute();
  expect(await app.call(partners.remove, { params: { id: kept.id } }, admin)).toMatchObject({
    status: 422,
    body: { message: 'This cannot be deleted: it is used by 1 tee time. Withdraw its keys instead.' },
  });
  await app.ok(partners.remove, { params: { id: gone.id } }, admin);
  const left = await app.db.selectFrom('api_keys').select('id').where('key_hash', '=', 'gone').execute();
  expect(left).toEqual([]);
});
