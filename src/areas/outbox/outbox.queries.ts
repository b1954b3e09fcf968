import { sql } from 'kysely';
import type { Db } from '../../server/context.ts';
import { NotFound } from '../../server/errors.ts';
import { contains, exactly, list, text, value } from '../../server/lists.ts';
import type { OutboxRow } from './outbox.contract.ts';

export const outboxList = list<OutboxRow>({
  table: 'outbox',
  as: 'o',
  select: {
    id: 'o.id',
    created_at: 'o.created_at',
    kind: 'o.kind',
    recipient: 'o.recipient',
    subject: 'o.subject',
    state: 'o.state',
    tries: 'o.tries',
    sent_at: 'o.sent_at',
    last_error: 'o.last_error',
    tee_time_id: 'o.tee_time_id',
  },
  filters: {
    kind: contains('o.kind'),
    recipient: contains('o.recipient'),
    subject: contains('o.subject'),
    state: contains('o.state'),
    tee_time_id: exactly('o.tee_time_id'),
  },
  sorts: {
    created_at: value('o.created_at'),
    kind: text('o.kind'),
    recipient: text('o.recipient'),
    subject: text('o.subject'),
    state: text('o.state'),
    tries: value('o.tries'),
    sent_at: value('o.sent_at', { nullable: true }),
    tee_time_id: value('o.tee_time_id', { nullable: true }),
  },
  defaultSort: [['created_at', true]],
});

export async function findMail(db: Db, id: number) {
  const mail = await db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst();
  if (!mail) throw new NotFound('This e-mail');
  return mail;
}

/** Lets a mail wait for the worker again, under its old Message-ID. */
export async function waitAgain(db: Db, id: number) {
  await findMail(db, id);
  await db
    .updateTable('outbox')
    .set({ state: 'waiting', tries: 0, next_try_at: sql<string>`now()`, last_error: null })
    .where('id', '=', id)
    .where('state', '<>', 'waiting')
    .execute();
  return {};
}

export type DueMail = {
  id: number;
  recipient: string;
  subject: string;
  html: string;
  text: string;
  message_id: string;
  tries: number;
  tee_time_id: number | null;
};

/** Takes mails that are due, for `leaseMs`: whoever else looks meanwhile does not see them. */
export async function leaseDueMails(db: Db, leaseMs: number): Promise<DueMail[]> {
  const due = db
    .selectFrom('outbox')
    .select('id')
    .where('state', '=', 'waiting')
    .where('next_try_at', '<=', sql<string>`now()`)
    .orderBy('next_try_at')
    .limit(20)
    .forUpdate()
    .skipLocked();
  return db
    .updateTable('outbox')
    .set({
      next_try_at: sql<string>`now() + make_interval(secs => ${leaseMs / 1000})`,
      tries: sql<number>`tries + 1`,
    })
    .where('id', 'in', due)
    .returning(['id', 'recipient', 'subject', 'html', 'text', 'message_id', 'tries', 'tee_time_id'])
    .execute();
}

export const markMailSent = (db: Db, id: number) =>
  db
    .updateTable('outbox')
    .set({ state: 'sent', sent_at: sql<string>`now()`, last_error: null })
    .where('id', '=', id)
    .execute();

export const markMailFailed = (db: Db, id: number, last_error: string) =>
  db.updateTable('outbox').set({ state: 'failed', last_error }).where('id', '=', id).execute();

export const retryMailIn = (db: Db, id: number, seconds: number, last_error: string) =>
  db
    .updateTable('outbox')
    .set({ next_try_at: sql<string>`now() + make_interval(secs => ${seconds})`, last_error })
    .where('id', '=', id)
    .execute();
