import { beforeAll, expect } from 'vitest';
import { testApp } from './app.ts';
import { aPerson, approvingAt } from './approving.ts';
import { both, cancelingAgent, standing } from './canceling.ts';

export const UNTOUCHED = { state: 'booked', raw_paid: 41_200, refunds: [], ledger: [] };
/** A request to cancel a tee time and refund its whole charge. */
export const FULL = { ...both, refund_amount: 41_200, refund_choice: 'full' };

export type Person = Awaited<ReturnType<typeof aPerson>>;
export const who = (person: Person | undefined): Person => person ?? expect.fail('nobody');

/**
 * Sets up a company whose refunds above $300.00 need an approval, with two agents and two admins, and returns functions
 * that send their calls.
 */
export function approvingSetup() {
  const app = testApp({ settings: { REFUND_APPROVAL_ABOVE: '300' } });
  const canceling = cancelingAgent(app);
  const approving = approvingAt(app);
  const at: Record<'asker' | 'other' | 'admin' | 'boss', Person | undefined> = {
    asker: undefined,
    other: undefined,
    admin: undefined,
    boss: undefined,
  };
  beforeAll(async () => {
    at.asker = await aPerson(app, 'sdgr');
    at.other = await aPerson(app, 'sdgr');
    at.admin = await aPerson(app, 'admin');
    at.boss = await aPerson(app, 'admin');
  });

  const stands = (id: number) => standing(app.db, id);
  /** Books a tee time of $412.00 and requests its refund; returns the ids of the tee time and the refund request. */
  async function asked(body: Record<string, unknown> = FULL, by = who(at.asker), given = {}) {
    const id = await canceling.booked(given);
    expect(await approving.ask(by.headers, { id, ...body })).toMatchObject({
      status: 200,
      body: { valid: false, waits: true },
    });
    return { id, request: (await approving.waiting(by.headers, id))?.id ?? 0 };
  }
  const audited = async (id: number) =>
    (
      await app.db
        .selectFrom('audit_entries')
        .select(['action', 'made_by', 'after'])
        .where('subject', '=', 'tee_time')
        .where('subject_id', '=', id)
        .orderBy('id')
        .execute()
    ).filter(({ action }) => action !== 'booked');

  return { ...canceling, ...approving, app, at, stands, asked, audited };
}
