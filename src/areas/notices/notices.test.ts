import { expect, test } from 'vitest';
import { testApp } from '../../../test/support/app.ts';
import { notices } from './notices.contract.ts';

const app = testApp();

test('notices are shown newest first, failed e-mails last, until somebody dismisses them', async () => {
  const agent = await app.signedIn('agent');
  const add = (message: string, created_at: string) =>
    app.db
      .insertInto('notices')
      .values({ kind: 'ledger', message, created_at })
      .returning('id')
      .executeTakeFirstOrThrow();
  const old = await add('Old', '2026-01-01T00:00:00Z');
  const late = await add('New', '2026-01-02T00:00:00Z');
  const open = () => app.ok(notices.index, {}, agent);
  expect(await open()).toEqual([
    {
      id: late.id,
      kind: 'ledger',
      message: 'New',
      tee_time_id: null,
      gift_certificate_id: null,
      created_at: '2026-01-02T00:00:00.000000Z',
    },
    expect.objectContaining({ id: old.id, message: 'Old' }),
  ]);

  await app.db
    .insertInto('notices')
    .values(Array.from({ length: 200 }, () => ({ kind: 'mail', message: 'An e-mail' })))
    .execute();
  const beside = await open();
  expect(beside).toHaveLength(100);
  expect(beside.slice(0, 3).map(({ message }) => message)).toEqual(['New', 'Old', 'An e-mail']);
  await app.db.deleteFrom('notices').where('kind', '=', 'mail').execute();

  await app.ok(notices.dismiss, { params: { id: late.id } }, agent);
  await app.ok(notices.dismiss, { params: { id: late.id } }, await app.signedIn('admin'));
  expect(await open()).toMatchObject([{ id: old.id }]);
  const kept = await app.db.selectFrom('notices').selectAll().where('id', '=', late.id).executeTakeFirst();
  expect(kept).toMatchObject({ dismissed_by: await nameOfAgent() });
  expect((await app.call(notices.dismiss, { params: { id: 424242 } }, agent)).status).toBe(404);
});

async function nameOfAgent(): Promise<string> {
  const agent = await app.db
    .selectFrom('staff_users')
    .select('name')
    .where('level', '=', 'sdgr')
    .executeTakeFirstOrThrow();
  return agent.name;
}
