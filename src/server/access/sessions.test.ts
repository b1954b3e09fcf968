import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/support/app.ts';
import { createSessionLoader } from './sessions.ts';

const app = testApp();

/** Returns the application's sessions and a counter of the database queries they make. */
function counted() {
  const count = { asked: 0 };
  const sessions = createSessionLoader((deadline) => {
    count.asked += 1;
    return app.database.dbWithin(deadline);
  }, app.context.settings);
  return { sessions, count };
}
const clientOf = async (who: 'agent' | 'admin') => (await app.signedIn(who)).client ?? '';

test('those asked for in one turn are looked up at once, and each gets its own', async () => {
  const [agent, admin] = [await clientOf('agent'), await clientOf('admin')];
  const { sessions, count } = counted();
  const found = await Promise.all([agent, randomUUID(), admin, agent].map((one) => sessions.load(one)));
  expect(found.map((session) => session?.level)).toEqual(['sdgr', undefined, 'admin', 'sdgr']);
  expect(found.map((session) => session?.client)).toEqual([agent, undefined, admin, agent]);
  expect(count.asked).toBe(1);
});

test('nothing is kept: what has ended is not found by the next call', async () => {
  const client = await clientOf('agent');
  const { sessions, count } = counted();
  expect(await sessions.load(client)).toMatchObject({ email: 'agent@test.example', level: 'sdgr' });
  await app.db.updateTable('sign_ins').set({ ended_at: new Date() }).where('client', '=', client).execute();
  expect(await sessions.load(client)).toBeUndefined();
  expect(count.asked).toBe(2);
});
