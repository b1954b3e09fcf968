import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach } from 'vitest';
import type { TeeTimeEmailKind } from '../../src/areas/email-templates/email-templates.contract.ts';
import { queueTeeTimeEmails } from '../../src/areas/outbox/queue.steps.ts';
import { testApp, type HeaderFields } from './app.ts';
import { aCourse, aCustomer, aTeeTime } from './factories.ts';

export type BookedTeeTimeInput = Partial<Parameters<typeof aTeeTime>[1]> & { email?: string };

/**
 * Sets up a company with a course and an e-mail outbox that is emptied before each test, for the tests of one file. Call it
 * at the top of the file.
 */
export function emailSetup() {
  const app = testApp({ settings: { MAIL_FROM: 'San Diego Golf <desk@ric.example>' } });
  const at: { course: number; admin: HeaderFields; agent: HeaderFields } = {
    course: 0,
    admin: {},
    agent: {},
  };
  beforeAll(async () => {
    at.admin = await app.signedIn('admin');
    at.agent = await app.signedIn('agent');
    const address = {
      address: '11480 N Torrey Pines Rd',
      city: 'La Jolla',
      subdivision: 'CA',
      postcode: '92037',
    };
    const course = { course_name: 'Torrey Pines South', email: 'pro@torrey.example', ...address };
    at.course = (await aCourse(app.db, course)).id;
  });
  beforeEach(async () => {
    await app.db.deleteFrom('outbox').execute();
    await app.db.deleteFrom('email_template_versions').execute();
    await app.db.deleteFrom('notices').execute();
  });
  return {
    app,
    at,
    /** Books a tee time for the customer Pat Doe. */
    booked: async ({ email = 'pat@example.com', ...given }: BookedTeeTimeInput = {}) => {
      const customer = await aCustomer(app.db, { first_name: 'Pat', last_name: 'Doe', email });
      return aTeeTime(app.db, { course_id: at.course, customer_id: customer.id, ...given });
    },
    anOperation: async (): Promise<string> => {
      const user = await app.db.selectFrom('staff_users').select('id').executeTakeFirstOrThrow();
      const id = randomUUID();
      const operation = {
        id,
        kind: 'book',
        staff_user_id: user.id,
        idempotency_key: id,
        fingerprint: id,
      } as const;
      await app.db
        .insertInto('operations')
        .values({ ...operation, state: 'settled' })
        .execute();
      return id;
    },
    queue: (operation_id: string, tee_time_id: number, kind: TeeTimeEmailKind = 'receipt') =>
      app.db
        .transaction()
        .execute((db) =>
          queueTeeTimeEmails(db, {
            operation_id,
            tee_time_id,
            kinds: [kind],
            settings: app.context.settings,
          }),
        ),
    mails: () => app.db.selectFrom('outbox').selectAll().orderBy('id').execute(),
  };
}
