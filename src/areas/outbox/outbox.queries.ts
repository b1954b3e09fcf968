import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Staff } from '../../server/process/context.ts';
import { leaseEndSql } from '../../server/database/leases/lease.ts';
import { PREPARED_STATEMENT_MARK } from '../../server/database/prepared.ts';
import { NotFound, RejectedByRule } from '../../server/http/errors.ts';
import { listColumn } from '../../server/lists/list-columns.ts';
import { exactNumberFilter, textSort, valueSort, conditionFilter } from '../../server/lists/list-filters.ts';
import { defineList } from '../../server/lists/lists.ts';
import { runTransaction } from '../../server/database/transact.ts';
import type { TemplateKind } from '../email-templates/email-templates.contract.ts';
import type { outbox } from './outbox.contract.ts';
import { createNotice } from '../notices/notices.queries.ts';
import { audit, auditCaller } from '../audit/audit.queries.ts';

export const outboxList = defineList<typeof outbox.index>({
  table: 'outbox',
  as: 'o',
  columns: {
    id: listColumn.shown('o.id'),
    created_at: { select: 'o.created_at', sort: valueSort('o.created_at') },
    kind: {
      select: 'o.kind',
      filter: conditionFilter((kind) => sql<boolean>`o.kind = ${kind}`),
      sort: textSort('o.kind'),
    },
    recipient: listColumn.text('o.recipient'),
    subject: listColumn.text('o.subject'),
    state: {
      select: 'o.state',
      filter: conditionFilter((state) => sql<boolean>`o.state = ${state}`),
      sort: textSort('o.state'),
    },
    tries: { select: 'o.tries', sort: valueSort('o.tries') },
    sent_at: { select: 'o.sent_at', sort: valueSort('o.sent_at', { nullable: true }) },
    last_error: listColumn.shown('o.last_error'),
    is_trial: listColumn.shown('o.is_trial'),
    tee_time_id: {
      select: 'o.tee_time_id',
      filter: exactNumberFilter('o.tee_time_id'),
      sort: valueSort('o.tee_time_id', { nullable: true }),
    },
  },
  defaultSort: [['created_at', true]],
});

export async function findEmail(db: Db, id: number) {
  const mail = await db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst();
  if (!mail) throw new NotFound('This e-mail');
  const template_version =
    (mail.template_version_id &&
      (await db
        .selectFrom('email_template_versions')
        .select(['id', 'created_at', 'created_by'])
        .where('id', '=', mail.template_version_id)
        .executeTakeFirst())) ||
    null;
  return { ...mail, template_version };
}

const DAYS_KEPT = 30;

/** Returns the file attached to an e-mail. */
export const findAttachedFile = (db: Db, id: number) =>
  db
    .selectFrom('outbox_files')
    .select(['name', 'type', 'bytes'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Deletes attached files after 30 days; by then their e-mails have been sent or given up. */
export const deleteOldAttachedFiles = (db: Db) =>
  sql`delete from outbox_files where created_at < now() - make_interval(days => ${DAYS_KEPT})`.execute(db);

/**
 * Puts an e-mail back into the queue. A failed one keeps its Message-ID, because it may have arrived after all. A sent one gets
 * a new Message-ID, because otherwise the reader's mail server would drop it as a duplicate.
 */
export async function requeueEmail(db: Db, { id, staff }: { id: number; staff: Staff }) {
  const mail = await findEmail(db, id);
  if (mail.file_name && mail.file_id === null)
    throw new RejectedByRule(
      `${mail.file_name} was kept for ${DAYS_KEPT} days. Please send the report again.`,
    );
  const message_id = mail.state === 'sent' ? freshIdLike(mail.message_id) : mail.message_id;
  await db
    .updateTable('outbox')
    .set({
      state: 'waiting',
      tries: 0,
      next_try_at: sql<string>`now()`,
      last_error: null,
      sent_at: null,
      message_id,
    })
    .where('id', '=', id)
    .where('state', '<>', 'waiting')
    .execute()
    .catch(refuseSecondWaiting);
  await closeEmailNotices(db, { id }, staff);
  const { kind, recipient, tee_time_id, gift_certificate_id } = mail;
  const subject_id = tee_time_id ?? gift_certificate_id;
  // An e-mail that belongs to no record has no history in which to appear.
  if (subject_id !== null)
    await audit(db, {
      ...auditCaller(staff),
      action: 'sent a letter again',
      subject_id,
      subject: tee_time_id === null ? 'gift_certificate' : 'tee_time',
      after: { kind, recipient },
    });
  return {};
}

type Which =
  | { id: number }
  | { kind: TemplateKind; tee_time_id: number }
  | { kind: TemplateKind; gift_certificate_id: number };

/** Closes the notices about failed e-mails that somebody sends again or rewrites; another failure makes a new notice. */
export const closeEmailNotices = (db: Db, which: Which, { name }: Pick<Staff, 'name'>) =>
  db
    .updateTable('notices')
    .set({ dismissed_at: sql<string>`now()`, dismissed_by: name })
    .where('dismissed_at', 'is', null)
    .where('outbox_id', 'in', (from) =>
      from
        .selectFrom('outbox')
        .select('id')
        .where((where) => where.and(which)),
    )
    .execute();

const freshIdLike = (message_id: string): string => message_id.replace(/^<[^@]*/, `<${randomUUID()}`);

const UNIQUE_VIOLATION = '23505';
function refuseSecondWaiting(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION) {
    throw new RejectedByRule('The same e-mail to the same recipient is waiting to go out already.');
  }
  throw error;
}

export type DueEmail = {
  id: number;
  recipient: string;
  subject: string;
  html: string;
  text: string;
  calendar: string | null;
  file_id: number | null;
  message_id: string;
  /** The number of this attempt; together with the id it identifies the lease. */
  tries: number;
  kind: string;
  operation_id: string;
  tee_time_id: number | null;
  gift_certificate_id: number | null;
};

type Lease = { leaseMs: number; most: number };

/** Leases due e-mails for `leaseMs`, the longest due first. Other workers do not see a leased e-mail until its lease expires. */
export async function leaseDueEmails(db: Db, { leaseMs, most }: Lease): Promise<DueEmail[]> {
  const due = db
    .selectFrom('outbox')
    .select('id')
    .where('state', '=', sql.lit('waiting'))
    .where('next_try_at', '<=', sql<string>`now()`)
    .orderBy('next_try_at')
    .orderBy('id')
    .limit(most)
    .forUpdate()
    .skipLocked();
  const taken = await db
    // The subquery is materialized, because the planner might otherwise evaluate it for every row and lease more e-mails.
    .with(
      (cte) => cte('due').materialized(),
      () => due,
    )
    .updateTable('outbox')
    .set({ next_try_at: leaseEndSql(leaseMs), tries: sql<number>`tries + 1` })
    .where('id', 'in', (from) => from.selectFrom('due').select('id'))
    .returning([
      'id',
      'recipient',
      'subject',
      'html',
      'text',
      'calendar',
      'file_id',
      'message_id',
      'tries',
      'kind',
      'operation_id',
      'tee_time_id',
      'gift_certificate_id',
    ])
    .modifyEnd(PREPARED_STATEMENT_MARK)
    .execute();
  return taken.toSorted((a, b) => a.id - b.id);
}

/** Gives up the leases of e-mails that were not attempted. */
export async function releaseEmails(db: Db, mails: DueEmail[]): Promise<void> {
  for (const mail of mails)
    await endTry(db, mail, { next_try_at: sql<string>`now()`, tries: sql<number>`tries - 1` });
}

/**
 * Marks an e-mail as sent and audits that, without the recipient, whom the e-mail names. Returns false if another e-mail has
 * replaced this one.
 */
export async function markEmailSent(db: Db, { id, message_id }: DueEmail): Promise<boolean> {
  const marked = await sql`${PREPARED_STATEMENT_MARK}
    with sent as (update outbox set state = 'sent', sent_at = now(), last_error = null where id = ${id} and message_id = ${message_id}
      returning id, kind, operation_id, tee_time_id, gift_certificate_id)
    insert into audit_entries (made_by, address, action, subject, subject_id, after, is_passing)
    select coalesce(u.name, 'RIC'), p.address, 'sent a letter', 'letter', s.id, jsonb_strip_nulls(jsonb_build_object(
      'kind', s.kind, 'tee_time_id', s.tee_time_id, 'gift_certificate_id', s.gift_certificate_id)), true
    from sent s join operations p on p.id = s.operation_id left join staff_users u on u.id = p.staff_user_id`.execute(
    db,
  );
  return marked.numAffectedRows === 1n;
}

type Change = {
  state?: 'failed' | 'withdrawn';
  next_try_at?: RawBuilder<string>;
  tries?: RawBuilder<number>;
  last_error?: string;
};
// Records the result of an attempt, only while that attempt still holds the e-mail, because a later one may have sent it.
async function endTry(db: Db, { id, tries, message_id }: DueEmail, change: Change): Promise<boolean> {
  const ended = await db
    .updateTable('outbox')
    .set(change)
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('message_id', '=', message_id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return ended.numUpdatedRows === 1n;
}

/**
 * Withdraws an e-mail that the worker has leased, for a reason that staff can read. Returns true if the worker still had the
 * lease.
 */
export const withdrawEmail = (db: Db, mail: DueEmail, reason: string): Promise<boolean> =>
  endTry(db, mail, { state: 'withdrawn', last_error: reason });

/** Marks an e-mail as failed for good and creates a notice for staff on Home, in one transaction. */
export const giveUpEmail = (db: Db, mail: DueEmail, reason: string): Promise<void> =>
  runTransaction(db, async (trx) => {
    if (!(await endTry(trx, mail, { state: 'failed', last_error: reason }))) return;
    const message = `An e-mail to ${mail.recipient} could not be delivered: ${reason}`;
    const { id: outbox_id, kind, tee_time_id, gift_certificate_id } = mail;
    await audit(trx, {
      made_by: 'RIC',
      from: { address: '' },
      action: 'could not send a letter',
      subject: 'letter',
      subject_id: outbox_id,
      after: { kind },
    });
    await createNotice(trx, { kind: 'mail', message, tee_time_id, gift_certificate_id, outbox_id });
  });

export const scheduleEmailRetry = (
  db: Db,
  mail: DueEmail,
  seconds: number,
  reason: string,
): Promise<boolean> =>
  endTry(db, mail, {
    next_try_at: sql<string>`now() + make_interval(secs => ${seconds})`,
    last_error: reason,
  });
