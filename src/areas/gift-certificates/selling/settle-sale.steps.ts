import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { Cents } from '../../../contract/forms/money.ts';
import type { Db, AppContext } from '../../../server/process/context.ts';
import { audit } from '../../audit/audit.queries.ts';
import { findOrMakeCustomer, findOrMakeRecipient } from '../../customers/find-or-make.queries.ts';
import { findOperation } from '../../operations/operations.queries.ts';
import { queueTemplateEmails } from '../../outbox/queue.steps.ts';
import type { DecidedOperation } from '../../payments/money-operation.steps.ts';
import { allocateToCertificate } from '../../payments/allocations/allocations.queries.ts';
import { recordTransaction } from '../../payments/ledger.queries.ts';
import { publishCertificate } from '../../webhooks/publish.queries.ts';
import { findCertificate } from '../gift-certificates.queries.ts';
import { certificateVariables } from '../sending/send.steps.ts';
import type { CertificateSaleAnswer } from './selling.contract.ts';
import { SERIAL_BYTES, serialFromBits } from './serials.rules.ts';

const Person = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  postcode: z.string(),
  primary_phone: z.string(),
});
/** The plan of a claimed sale. It is stored with the operation until it is settled, so that any process can settle it. */
export const CertificateSalePlan = z.object({
  made_by: z.string(),
  value: Cents,
  price: Cents,
  customer: Person,
  recipient: Person,
  course_id: z.number().nullable(),
  email_delivery: z.boolean(),
  mail_recipient: z.boolean(),
  who_from: z.string(),
  greeting: z.string(),
  internal_memo: z.string(),
});
export type CertificateSalePlan = z.infer<typeof CertificateSalePlan>;

/**
 * Deletes the plan of a sale for its personal data, which is now in customers' records, or not needed because the sale
 * failed.
 */
export const deleteSalePlan = (db: Db, id: string) =>
  db.updateTable('operations').set({ plan: null }).where('id', '=', id).execute();

/** Records a sale: purchaser and recipient, the gift certificate, ledger, e-mails and audit entry. */
export async function recordCertificateSale(
  db: Db,
  { app, operation_id, plan, attempts: [attempt] }: DecidedOperation<CertificateSalePlan>,
): Promise<CertificateSaleAnswer> {
  const { made_by, value, price } = plan;
  const { id, serial, ...who } = await insertCertificate(db, operation_id, plan);
  if (attempt) await allocateToCertificate(db, attempt, id);
  await recordTransaction(
    db,
    {
      kind: 'certificate_sale',
      gift_certificate_id: id,
      operation_id,
      made_by,
      memo: 'Sold',
      ...(attempt && { payment_attempt_id: attempt.id }),
    },
    [
      { account: 'card', raw_amount: price, gift_certificate_id: id },
      { account: 'discount', raw_amount: value - price, gift_certificate_id: id },
      { account: 'gift_certificate', raw_amount: -value, gift_certificate_id: id },
    ],
  );
  await publishCertificate(db, 'certificate.sold', id);
  const letters = await queueLetters(db, app, { id, operation_id, plan });
  await audit(db, {
    made_by,
    from: { operation_id },
    action: 'sold',
    subject: 'gift_certificate',
    subject_id: id,
    after: { raw_value: value, raw_price: price, ...who, by_card: attempt !== undefined },
  });
  await deleteSalePlan(db, operation_id);
  return { gift_certificate: { id, serial, raw_value: value, raw_price: price }, letters };
}

async function insertCertificate(db: Db, operation_id: string, plan: CertificateSalePlan) {
  const { made_by, value, price, customer, recipient, course_id, ...gift } = plan;
  const { address, api_user_id } = await findOperation(db, operation_id);
  const doer = { name: made_by, address: address ?? '' };
  const customer_id = await findOrMakeCustomer(db, customer, doer);
  const recipient_id = await findOrMakeRecipient(db, recipient, doer);
  return db
    .insertInto('gift_certificates')
    .values({
      ...gift,
      customer_id,
      recipient_id,
      api_user_id,
      serial: serialFromBits(randomBytes(SERIAL_BYTES)),
      raw_value: value,
      raw_price: price,
      raw_balance: value,
      // If the course was deleted concurrently, the gift certificate is valid at every course.
      course_id: sql<number | null>`(select id from courses where id = ${course_id})`,
      updated_by: made_by,
    })
    .returning(['id', 'serial', 'customer_id', 'recipient_id', 'course_id'])
    .executeTakeFirstOrThrow();
}

type Sending = { id: number; operation_id: string; plan: CertificateSalePlan };

// The receipt goes to the purchaser. The gift certificate goes to its recipient by e-mail, or is printed and mailed by staff.
async function queueLetters(db: Db, { settings }: AppContext, { id, operation_id, plan }: Sending) {
  const variables = certificateVariables(await findCertificate(db, id));
  const letters: CertificateSaleAnswer['letters'] = [
    { kind: 'gift_certificate_receipt', recipient: plan.customer.email },
  ];
  if (plan.email_delivery) letters.push({ kind: 'gift_certificate', recipient: plan.recipient.email });
  for (const { kind, recipient } of letters) {
    const cause = { operation_id, gift_certificate_id: id, kind, settings };
    // oxlint-disable-next-line no-await-in-loop -- the receipt first
    await queueTemplateEmails(db, cause, { recipients: [recipient], variables });
  }
  return letters;
}
