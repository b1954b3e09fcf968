import { totpSecretAddress } from '../../../server/access/one-time-codes.ts';
import { RejectedByRule, rejectField } from '../../../server/http/errors.ts';
import type { CallHandlers } from '../../../server/http/serve.ts';
import type { Staff } from '../../../server/process/context.ts';
import { validateForm } from '../../../server/records/forms.ts';
import { runTransaction } from '../../../server/database/transact.ts';
import type { AuditAction } from '../../audit/actions.rules.ts';
import { audit, auditCaller } from '../../audit/audit.queries.ts';
import { endSessions } from '../session.queries.ts';
import { checkOwnPassword } from '../signing-in/signing-in.steps.ts';
import type { secondFactor } from './second-factor.contract.ts';
import {
  beginSecondFactor,
  limitWrongCodes,
  deleteSecondFactor,
  findSecondFactor,
  setUpSecondFactor,
  consumeCode,
} from './second-factor.queries.ts';

const own = (staff: Staff, action: AuditAction) => ({
  ...auditCaller(staff),
  action,
  subject: 'ric_user',
  subject_id: staff.id,
});

export const secondFactorHandlers: CallHandlers<typeof secondFactor> = {
  show: async ({ db, app, staff }) => ({
    ...(await findSecondFactor(db, staff.id)),
    is_required: app.settings.secondFactor === 'required',
  }),

  begin: async ({ body, staff, ...context }) => {
    await validateForm(body, ({ current_password }) => [
      checkOwnPassword(context, staff.email, current_password),
    ]);
    const secret = await beginSecondFactor(context.db, staff.id);
    if (secret === null)
      throw new RejectedByRule('You have a second factor: take it off before you set up another.');
    return { secret, address: totpSecretAddress(secret, staff.email) };
  },

  setUp: async ({ db, app, body, staff }) => {
    const now = app.now();
    const recovery_codes = await setUpSecondFactor(db, staff.id, { otp: body.otp, now });
    if (recovery_codes === null) rejectField('otp', 'is not the code that your phone shows now');
    await endSessions(db, { staffUserId: staff.id, butClient: staff.client }, now);
    await audit(db, own(staff, 'set up the second factor'));
    return { recovery_codes };
  },

  takeOff: async ({ body, staff, ...context }) => {
    const { otp } = await validateForm(body, ({ current_password }) => [
      checkOwnPassword(context, staff.email, current_password),
    ]);
    const counted = { staffUserId: staff.id, now: context.app.now() };
    const done = await limitWrongCodes(context.db, counted, () =>
      runTransaction(context.db, async (db) => {
        if (!(await consumeCode(db, staff.id, { otp, now: counted.now }))) return null;
        await deleteSecondFactor(db, staff.id);
        await audit(db, own(staff, 'took off the second factor'));
        return {};
      }),
    );
    return done ?? rejectField('otp', 'is wrong, or was used already');
  },
};
