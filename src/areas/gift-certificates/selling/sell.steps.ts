import { randomUUID } from 'node:crypto';
import { businessNow } from '../../../contract/dates.ts';
import type { SentForm } from '../../../contract/forms/form.ts';
import { formatMoney } from '../../../contract/money.ts';
import { Invalid, IntegrationFailed, rejectField } from '../../../server/http/errors.ts';
import { forSettling } from '../../../server/process/app-context.ts';
import { isPartner, type Actor, type Db, type AppContext } from '../../../server/process/context.ts';
import { faultPoint } from '../../../server/process/fault-points.ts';
import { accepted } from '../../../server/records/forms.ts';
import { findCourse } from '../../course-choice/course-choice.queries.ts';
import {
  answerOf,
  claiming,
  claimOperation,
  findOperation,
  fingerprintOf,
  pendingAnswer,
  type Intent,
  type Operation,
} from '../../operations/operations.queries.ts';
import { insertAttempt } from '../../payments/attempts.queries.ts';
import { cardChoice, last4Of, type CardChoice } from '../../payments/card.rules.ts';
import { isTooSmallForCard, tooSmallSaleText } from '../../payments/refused/least-charge.rules.ts';
import { sendCharge, type ChargeToMake } from '../../payments/send.steps.ts';
import { salePrice } from './sale.rules.ts';
import { GATEWAY_AWAY, CARD_NEEDED, otherPriceText } from './sale.texts.ts';
import { SaleAnswer, type CertificateToSell } from './selling.contract.ts';
import { recordSale, settleSale, type SalePlan } from './settle-sale.steps.ts';

type Request = {
  app: AppContext;
  actor: Actor;
  body: { gift_certificate: SentForm<CertificateToSell> };
  idempotencyKey: string | null;
};

/** Sells for a staff user. */
export async function sellCertificate({ app, actor, body, idempotencyKey: key }: Request) {
  return sellAs({ app, actor, certificateForm: await readSale(app, body.gift_certificate), key });
}

/**
 * Sells a gift certificate by the payment protocol (docs/algorithms/payments.md): claim, charge, settle, each recorded before the
 * next starts. There is no certificate until it is paid. Answers the certificate, 202 while the gateway has not answered, or 422
 * with the reason.
 */
export async function sellAs(sale: SaleInput) {
  const { app } = sale;
  const claimed = await claiming(app.db, (db) => claimSale(db, sale));
  if ('operation' in claimed) return answerOf(claimed.operation, SaleAnswer);
  faultPoint('sale.claimed');
  if ('sold' in claimed) return claimed.sold;
  const { operation_id: id, charge } = claimed;
  try {
    await sendCharge(app, charge, { at: 'sale', settle: settleSale });
    return answerOf(await findOperation(forSettling(app).db, id), SaleAnswer);
  } catch (error) {
    return pendingAnswer(error, id, 'certificate_sale');
  }
}

/** Reads a sale; throws Invalid with all errors. */
const readSale = (app: AppContext, sent: SentForm<CertificateToSell>): Promise<CertificateToSell> =>
  accepted(sent, ({ value, course, credit_card }) => [
    () => course?.id && requireOpenCourse(app.db, course.id),
    // The price is only known together with the value.
    async () => {
      const isFree = value !== undefined && (await priceNow(app.db, value)) === 0;
      if (credit_card !== undefined && !isFree) requireCard(app, credit_card);
    },
  ]);

async function requireOpenCourse(db: Db, id: number): Promise<void> {
  const course = await findCourse(db, id);
  if (course.inactive) rejectField('course', `${course.course_name} is inactive.`);
}

/** Returns the card to charge. Throws Invalid if it is missing or wrong. */
function requireCard(
  app: AppContext,
  credit_card: CertificateToSell['credit_card'],
  isToken = app.settings.cardEntry === 'hosted',
): CardChoice {
  const { date: today } = businessNow(app.now(), app.settings.businessTimeZone);
  const choice = cardChoice(credit_card ?? null, null, today, isToken);
  if (choice.pay === 'refused') throw new Invalid(choice.errors);
  return choice.pay === 'nothing' ? rejectField('credit_card.number', CARD_NEEDED) : choice;
}

/** Returns the present price of a certificate of this value, in cents. */
export async function priceNow(db: Db, value: number): Promise<number> {
  const { raw_discount } = await db
    .selectFrom('gift_certificate_sale_configurations')
    .select('raw_discount')
    .executeTakeFirstOrThrow();
  return salePrice(value, raw_discount);
}

type SaleInput = { app: AppContext; actor: Actor; certificateForm: CertificateToSell; key: string | null };
/** Returns the intent by which a repeated request is the same sale: all fields but the card, which is never stored. */
export const saleIntent = ({ actor, certificateForm, key }: Omit<SaleInput, 'app'>): Intent => {
  const { credit_card: _, ...form } = certificateForm;
  return { kind: 'certificate_sale', actor, key, fingerprint: fingerprintOf(form) };
};
type Claimed =
  { operation: Operation } | { sold: SaleAnswer } | { operation_id: string; charge: ChargeToMake };

/**
 * Step 1, in one transaction: claims the key, calculates the price and records the charge before anything is sent. A certificate
 * without a charge is made here.
 */
async function claimSale(db: Db, sale: SaleInput): Promise<Claimed> {
  const { app, actor, certificateForm } = sale;
  const claim = await claimOperation(db, saleIntent(sale));
  if (!claim.isNew) return { operation: claim.operation };
  const operation_id = claim.id;
  const price = await priceNow(db, certificateForm.value);
  if ((certificateForm.shown_price ?? price) !== price) rejectField('shown_price', otherPriceText(price));
  if (isTooSmallForCard(price)) rejectField('value', tooSmallSaleText(price));
  const choice =
    price === 0 ? null : requireCard(app, certificateForm.credit_card, isPartner(actor) || undefined);
  // Reject a sale that cannot be charged before it starts.
  if (choice && app.integrations.breaker.isOpen) {
    // A partner's request is not wrong: the partner sends the same one again later.
    if (isPartner(actor)) throw new IntegrationFailed(GATEWAY_AWAY);
    rejectField('credit_card.number', GATEWAY_AWAY);
  }
  const plan = planOf(certificateForm, { price, made_by: actor.name });
  await db
    .updateTable('operations')
    .set({ plan: JSON.stringify(plan) })
    .where('id', '=', operation_id)
    .execute();
  faultPoint('sale.claiming');
  if (!choice) return { sold: await recordSale(db, app, { operation_id, plan, attempt: null }) };
  const attempt = await insertAttempt(db, {
    id: randomUUID(),
    operation_id,
    kind: 'charge',
    gateway: app.integrations.gateway.name,
    raw_amount: price,
    card_last4: last4Of(choice),
    leaseMs: app.settings.reconcileLeaseMs,
  });
  const description = `Gift certificate of ${formatMoney(certificateForm.value)}`;
  return { operation_id, charge: { attempt, choice, description, is_telephone_order: !isPartner(actor) } };
}

function planOf(certificateForm: CertificateToSell, by: Pick<SalePlan, 'price' | 'made_by'>): SalePlan {
  const { credit_card: _, shown_price: __, course, ...gift } = certificateForm;
  return { ...gift, ...by, course_id: course?.id ?? null };
}
