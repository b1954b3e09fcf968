import type { SentForm } from '../../../contract/forms/form.ts';
import { formatMoney } from '../../../contract/money.ts';
import { rejectField } from '../../../server/http/errors.ts';
import { isPartner, type Actor, type Db, type AppContext } from '../../../server/process/context.ts';
import { faultPoint } from '../../../server/process/fault-points.ts';
import { accepted } from '../../../server/records/forms.ts';
import { findActiveCourse } from '../../course-choice/course-choice.queries.ts';
import { fingerprintOf, storePlan, type Intent } from '../../operations/operations.queries.ts';
import { requireGateway, typedCard } from '../../payments/card-entry.steps.ts';
import type { CardChoice } from '../../payments/card.rules.ts';
import { MoneyOperation, type Begun, type MoneyRequest } from '../../payments/money-operation.steps.ts';
import { isTooSmallForCard, tooSmallSaleText } from '../../payments/refused/least-charge.rules.ts';
import { failedCharge } from '../../payments/refused/refused.rules.ts';
import { salePrice } from './sale.rules.ts';
import { GATEWAY_AWAY, SALE_NEVER_CHARGED, CARD_NEEDED, otherPriceText } from './sale.texts.ts';
import { SaleAnswer, type CertificateToSell } from './selling.contract.ts';
import { forgetPlan, recordSale, SalePlan } from './settle-sale.steps.ts';

type Request = {
  app: AppContext;
  actor: Actor;
  body: { gift_certificate: SentForm<CertificateToSell> };
  idempotencyKey: string | null;
};

/** Sells a gift certificate for a staff user. */
export async function sellCertificate({ app, actor, body, idempotencyKey: key }: Request) {
  return sellAs({ app, actor, certificateForm: await readSale(app, body.gift_certificate), key });
}

/** The money operation that sells a gift certificate, by card only. The certificate is created once it is paid. */
export const CERTIFICATE_SALE = new MoneyOperation<SaleInput, SalePlan, SaleAnswer>({
  kind: 'certificate_sale',
  subject: 'gift_certificate',
  points: { claimed: 'sale.claimed', settling: 'sale.settling' },
  answer: SaleAnswer,
  plan: SalePlan,
  begin: beginSale,
  record: recordSale,
  failed: {
    neverArrived: SALE_NEVER_CHARGED,
    answer: (attempt, otherwise) => failedCharge(attempt, { amount: 'value', otherwise }),
    release: async (db, { operation_id, plan }) => {
      await forgetPlan(db, operation_id);
      return plan.made_by;
    },
  },
  chargedFor: 'the sale of a gift certificate',
});

/**
 * Sells a gift certificate by the payment protocol. Answers the certificate, 202 while the gateway has not answered, or 422
 * with the reason.
 */
export const sellAs = (sale: Sale) => CERTIFICATE_SALE.run({ ...sale, ...saleIntent(sale) });

/** Parses the request to sell a gift certificate; throws Invalid with all errors. */
const readSale = (app: AppContext, sent: SentForm<CertificateToSell>): Promise<CertificateToSell> =>
  accepted(sent, ({ value, course, credit_card }) => [
    () => course?.id && findActiveCourse(app.db, course.id),
    // A card is not required for a free gift certificate, and only a valid value tells if it is free.
    async () => {
      const isFree = value !== undefined && (await priceNow(app.db, value)) === 0;
      if (credit_card !== undefined && !isFree) requireCard(app, credit_card);
    },
  ]);

/** Returns the card to charge for a sale. Throws Invalid if the card is missing or wrong. */
function requireCard(
  app: AppContext,
  credit_card: CertificateToSell['credit_card'],
  isToken?: boolean,
): CardChoice {
  const choice = typedCard(app, credit_card, isToken);
  return choice.pay === 'nothing' ? rejectField('credit_card.number', CARD_NEEDED) : choice;
}

/** Returns the present price of a gift certificate of this value, in cents. */
export async function priceNow(db: Db, value: number): Promise<number> {
  const { raw_discount } = await db
    .selectFrom('gift_certificate_sale_configurations')
    .select('raw_discount')
    .executeTakeFirstOrThrow();
  return salePrice(value, raw_discount);
}

type Sale = { app: AppContext; actor: Actor; certificateForm: CertificateToSell; key: string | null };
type SaleInput = Sale & MoneyRequest;
/** Returns the intent of a sale, by which a repeated request is recognized: all fields but the card, which is never stored. */
export const saleIntent = ({ actor, certificateForm, key }: Omit<Sale, 'app'>): Intent => {
  const { credit_card: _, ...form } = certificateForm;
  return { kind: 'certificate_sale', actor, key, fingerprint: fingerprintOf(form) };
};

/**
 * Calculates the price while the operation is claimed, and stores the plan. A gift certificate without a charge is created
 * here.
 */
async function beginSale(
  db: Db,
  { app, actor, certificateForm }: SaleInput,
  operation_id: string,
): Promise<Begun<SaleAnswer>> {
  const price = await priceNow(db, certificateForm.value);
  if ((certificateForm.shown_price ?? price) !== price)
    rejectField('shown_price', otherPriceText(price), 'price_changed');
  if (isTooSmallForCard(price)) rejectField('value', tooSmallSaleText(price));
  const choice =
    price === 0 ? null : requireCard(app, certificateForm.credit_card, isPartner(actor) || undefined);
  // A sale that cannot be charged is rejected before its operation is stored.
  if (choice) requireGateway(app, actor, GATEWAY_AWAY);
  const plan = planOf(certificateForm, { price, made_by: actor.name });
  await storePlan(db, operation_id, plan);
  faultPoint('sale.claiming');
  if (!choice)
    return { answer: await recordSale(db, { app, operation_id, subject_id: 0, plan, attempts: [] }) };
  const description = `Gift certificate of ${formatMoney(certificateForm.value)}`;
  // The certificate does not exist yet: its allocation is recorded with it.
  return { charges: [{ at: 'sale', cents: price, allocations: [], choice, description }] };
}

function planOf(certificateForm: CertificateToSell, by: Pick<SalePlan, 'price' | 'made_by'>): SalePlan {
  const { credit_card: _, shown_price: __, course, ...gift } = certificateForm;
  return { ...gift, ...by, course_id: course?.id ?? null };
}
