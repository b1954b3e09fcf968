import { beforeAll, expect } from 'vitest';
import { testApp } from './app.ts';
import { aSignedInUser, refundApprovalCalls } from './approving.ts';
import { CANCEL_AND_REFUND, cancelingAgentSetup, teeTimeStanding } from './canceling.ts';

export const BOOKED_UNREFUNDED = { state: 'booked', raw_paid: 41_200, refunds: [], ledger: [] };
/** A request to cancel a tee time and refund its whole charge. */
export const FULL_REFUND_REQUEST = { ...CANCEL_AND_REFUND, refund_amount: 41_200, refund_choice: 'full' };

export type SignedInUser = Awaited<ReturnType<typeof aSignedInUser>>;
export const requirePerson = (person: SignedInUser | undefined): SignedInUser =>
  person ?? expect.fail('nobody');

/**
 * Sets up a company whose refunds above $300.00 need an approval, with two agents and two admins, and returns functions
 * that send their calls.
 */
export function approvingSetup() {
  const app = testApp({ settings: { REFUND_APPROVAL_ABOVE: '300' } });
  const canceling = cancelingAgentSetup(app);
  const approving = refundApprovalCalls(app);
  const at: Record<'asker' | 'other' | 'admin' | 'boss', SignedInUser | undefined> = {
    asker: undefined,
    other: undefined,
    admin: undefined,
    boss: undefined,
  };
  beforeAll(async () => {
    at.asker = await aSignedInUser(app, 'sdgr');
    at.other = await aSignedInUser(app, 'sdgr');
    at.admin = await aSignedInUser(app, 'admin');
    at.boss = await aSignedInUser(app, 'admin');
  });

  const stands = (id: number) => teeTimeStanding(app.db, id);
  /** Books a tee time of $412.00 and requests its refund; returns the ids of the tee time and the refund request. */
  async function asked(
    body: Record<string, unknown> = FULL_REFUND_REQUEST,
    by = requirePerson(at.asker),
    given = {},
  ) {
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
