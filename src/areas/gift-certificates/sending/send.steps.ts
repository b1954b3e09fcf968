import { sql } from 'kysely';
import { formatMoney, parseMoney } from '../../../contract/money.ts';
import type { Db, Staff } from '../../../server/process/context.ts';
import { RejectedByRule } from '../../../server/http/errors.ts';
import type { Settings } from '../../../server/process/settings.ts';
import type { CertificateEmailKind } from '../../email-templates/email-templates.contract.ts';
import { closeEmailNotices } from '../../outbox/outbox.queries.ts';
import { countRequestedEmails, queueTemplateEmails } from '../../outbox/queue.steps.ts';
import { insertOperation, settleOperation } from '../../operations/operations.queries.ts';
import { findCertificateBySerial, findCertificate } from '../gift-certificates.queries.ts';
import { whyCertificateClosed } from '../refunding/refundable.queries.ts';
import type { GiftCertificate } from '../gift-certificates.contract.ts';

type Sending = { staff: Staff; serial: string; kind: CertificateEmailKind; settings: Settings; now: Date };

/** Queues the e-mail with a gift certificate or with its receipt. Throws RejectedByRule with a sentence if it has no recipient. */
export async function sendCertificate(db: Db, { staff, serial, kind, settings, now }: Sending) {
  const { id } = await findCertificateBySerial(db, serial);
  // A concurrent request for the same e-mail waits for this lock, and then finds the e-mail queued.
  await sql`select from gift_certificates where id = ${id} for update`.execute(db);
  const certificate = await findCertificate(db, id);
  const closed = await whyCertificateClosed(db, id);
  if (closed !== null) throw new RejectedByRule(closed);
  const recipient = addressOf(kind, certificate);
  const operation_id = await insertOperation(db, {
    kind: 'send',
    actor: staff,
    fingerprint: `${kind} ${id}`,
  });
  const cause = { operation_id, gift_certificate_id: id, kind, settings };
  await queueTemplateEmails(db, cause, {
    recipients: [recipient],
    variables: certificateVariables(certificate),
  });
  await closeEmailNotices(db, { kind, gift_certificate_id: id }, staff);
  await countRequestedEmails(db, staff, { times: 1, now });
  await settleOperation(db, operation_id, 200, {});
  return { message: 'Success' };
}

/**
 * Returns the present recipient and variables of an e-mail about a gift certificate, or null if the e-mail must no longer be
 * sent.
 */
export async function currentCertificateMail(db: Db, id: number, kind: CertificateEmailKind) {
  const certificate = await findCertificate(db, id);
  const { email } = readerOf(kind, certificate);
  if (email === '' || (await whyCertificateClosed(db, id)) !== null) return null;
  return { recipient: email, variables: certificateVariables(certificate) };
}

// The receipt goes to the purchaser. The gift certificate goes to its recipient, unless it is mailed to the purchaser.
function readerOf(kind: CertificateEmailKind, certificate: GiftCertificate) {
  const { email_delivery, mail_recipient, customer, recipient } = certificate;
  const toPurchaser = kind === 'gift_certificate_receipt' || !(email_delivery || mail_recipient);
  const [who, person] = toPurchaser
    ? (['purchaser', customer] as const)
    : (['recipient', recipient] as const);
  return { who, person, email: person?.email.trim() ?? '' };
}

function addressOf(kind: CertificateEmailKind, certificate: GiftCertificate): string {
  const { who, person, email } = readerOf(kind, certificate);
  if (!person) throw new RejectedByRule(`The gift certificate has no ${who}.`);
  if (email === '') throw new RejectedByRule(`The ${who} has no e-mail address.`);
  return email;
}

/** Returns the variables about a gift certificate that an e-mail template may use. */
export function certificateVariables({
  customer,
  recipient,
  serial,
  who_from,
  greeting,
  ...rest
}: GiftCertificate) {
  const nameOf = (person: GiftCertificate['customer']) =>
    `${person?.first_name ?? ''} ${person?.last_name ?? ''}`.trim();
  return {
    customer: { name: nameOf(customer) },
    recipient: { name: nameOf(recipient) },
    serial,
    value: formatMoney(parseMoney(rest.transaction_item.total) ?? 0),
    paid: formatMoney(rest.raw_price),
    balance: formatMoney(rest.raw_balance),
    who_from,
    greeting,
  };
}
