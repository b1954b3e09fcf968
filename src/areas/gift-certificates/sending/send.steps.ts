import { sql } from 'kysely';
import { formatMoney, parseMoney } from '../../../contract/money.ts';
import type { Db, Staff } from '../../../server/process/context.ts';
import { Refused } from '../../../server/http/errors.ts';
import type { Settings } from '../../../server/process/settings.ts';
import type { CertificateMail } from '../../email-templates/email-templates.contract.ts';
import { closeMailNotices } from '../../outbox/outbox.queries.ts';
import { countMails, queueEmail } from '../../outbox/queue.steps.ts';
import { newOperation, settleOperation } from '../../operations/operations.queries.ts';
import { findBySerial, findCertificate } from '../gift-certificates.queries.ts';
import { whyClosed } from '../refunding/refundable.queries.ts';
import type { GiftCertificate } from '../gift-certificates.contract.ts';

type Sending = { staff: Staff; serial: string; kind: CertificateMail; settings: Settings; now: Date };

/** Queues the e-mail with a gift certificate or with its receipt. Throws Refused with a sentence if it has no recipient. */
export async function sendCertificate(db: Db, { staff, serial, kind, settings, now }: Sending) {
  const { id } = await findBySerial(db, serial);
  // A concurrent request for the same e-mail waits for this lock, and then finds the e-mail queued.
  await sql`select from gift_certificates where id = ${id} for update`.execute(db);
  const certificate = await findCertificate(db, id);
  const closed = await whyClosed(db, id);
  if (closed !== null) throw new Refused(closed);
  const recipient = addressOf(kind, certificate);
  const operation_id = await newOperation(db, { kind: 'send', actor: staff, fingerprint: `${kind} ${id}` });
  const cause = { operation_id, gift_certificate_id: id, kind, settings };
  await queueEmail(db, cause, { recipients: [recipient], variables: certificateVariables(certificate) });
  await closeMailNotices(db, { kind, gift_certificate_id: id }, staff);
  await countMails(db, staff, { times: 1, now });
  await settleOperation(db, operation_id, 200, {});
  return { message: 'Success' };
}

/**
 * Returns the present recipient and variables of an e-mail about a gift certificate, or null if the e-mail must no longer be
 * sent.
 */
export async function certificateNow(db: Db, id: number, kind: CertificateMail) {
  const certificate = await findCertificate(db, id);
  const { email } = readerOf(kind, certificate);
  if (email === '' || (await whyClosed(db, id)) !== null) return null;
  return { recipient: email, variables: certificateVariables(certificate) };
}

// The receipt goes to the purchaser. The gift certificate goes to its recipient, unless it is mailed to the purchaser.
function readerOf(kind: CertificateMail, certificate: GiftCertificate) {
  const { email_delivery, mail_recipient, customer, recipient } = certificate;
  const toPurchaser = kind === 'gift_certificate_receipt' || !(email_delivery || mail_recipient);
  const [who, person] = toPurchaser
    ? (['purchaser', customer] as const)
    : (['recipient', recipient] as const);
  return { who, person, email: person?.email.trim() ?? '' };
}

function addressOf(kind: CertificateMail, certificate: GiftCertificate): string {
  const { who, person, email } = readerOf(kind, certificate);
  if (!person) throw new Refused(`The gift certificate has no ${who}.`);
  if (email === '') throw new Refused(`The ${who} has no e-mail address.`);
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
