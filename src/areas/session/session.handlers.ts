import type { Db } from '../../server/process/context.ts';
import { sessionIdleLimitMs } from '../../server/access/access.ts';
import { Forbidden, NotFound, rejectField, SignedOut } from '../../server/http/errors.ts';
import { validateForm } from '../../server/records/forms.ts';
import { weakPasswordCheck } from '../../server/access/weak-passwords.ts';
import { hashPassword } from '../../server/access/passwords.ts';
import type { CallHandlers } from '../../server/http/serve.ts';
import { runTransaction } from '../../server/database/transact.ts';
import { deleteTrustedDevices } from './signing-in/devices.queries.ts';
import { audit, auditCaller } from '../audit/audit.queries.ts';
import { createOnce } from '../operations/created-once.steps.ts';
import { session } from './session.contract.ts';
import { endSessions, findAccessLevel, recordInput, setPassword } from './session.queries.ts';
import { checkOwnPassword, signIn } from './signing-in/signing-in.steps.ts';

export const sessionHandlers: CallHandlers<typeof session> = {
  signIn: async ({ body, ...context }) => {
    const opened = await signIn(context, body);
    context.device.keep(opened.device);
    context.setHeader('access-token', opened.token);
    context.setHeader('uid', opened.user.email);
    context.setHeader('client', opened.client);
    context.setHeader('expiry', String(opened.expiry));
    context.setHeader('token-type', 'Bearer');
    return { name: opened.user.name };
  },

  signOut: async ({ db, app, staff, setHeader }) => {
    await endSessions(db, { client: staff.client }, app.now());
    await audit(db, {
      ...auditCaller(staff),
      action: 'signed out',
      subject: 'ric_user',
      subject_id: staff.id,
    });
    // Also clears the pages that the browser keeps for Back. The browser's storage is cleared by the screen, because this
    // answer may arrive after the next person has signed in.
    setHeader('clear-site-data', '"cache"');
    return {};
  },

  input: async ({ db, app, body, staff }) => {
    const now = app.now().getTime();
    const session = await recordInput(db, staff.client, new Date(now - body.seconds_ago * 1000));
    if (!session) throw new SignedOut();
    return {
      seconds_ago: (now - Date.parse(session.last_input_at)) / 1000,
      idle_seconds: sessionIdleLimitMs(app) / 1000,
      seconds_left: (Date.parse(session.expires_at) - now) / 1000,
    };
  },

  password: async ({ body, staff, idempotencyKey, ...context }) => {
    const once = (change: (db: Db) => Promise<object>) =>
      runTransaction(context.db, (db) =>
        createOnce(session.password, { db, staff, idempotencyKey }, () => change(db)),
      );
    try {
      const { password } = await validateForm(body, ({ current_password, password }) => [
        checkOwnPassword(context, staff.email, current_password),
        weakPasswordCheck(password, staff.email),
        password !== undefined &&
          password === current_password &&
          (() => rejectField('password', 'must be another than the current one')),
      ]);
      const password_hash = await hashPassword(password);
      await once(async (db) => {
        await setPassword(db, staff.id, password_hash);
        await deleteTrustedDevices(db, staff.id, context.device.token);
        await endSessions(db, { staffUserId: staff.id, butClient: staff.client }, context.app.now());
        await audit(db, {
          ...auditCaller(staff),
          action: 'changed the password',
          subject: 'ric_user',
          subject_id: staff.id,
        });
        return {};
      });
    } catch (error) {
      // A repeated call whose first answer was lost fails here, because the old password is wrong now. Its idempotency key
      // returns the first answer.
      await once(() => Promise.reject(error));
    }
    return {};
  },

  level: async ({ db, body, staff }) => {
    const email = body.email.trim().toLowerCase();
    if (email === staff.email.toLowerCase()) return { level: staff.level };
    if (staff.level !== 'admin') throw new Forbidden('You may only ask for your own level.');
    const level = await findAccessLevel(db, email);
    if (!level) throw new NotFound('This user');
    return { level };
  },
};
