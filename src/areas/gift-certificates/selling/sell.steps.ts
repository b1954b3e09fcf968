import type { UncheckedForm } from '../../../contract/forms/form.ts';
import { formatMoney } from '../../../contract/money.ts';
import { rejectField } from '../../../server/http/errors.ts';
import { isPartner, type Actor, type Db, type AppContext } from '../../../server/process/context.ts';
import { dieAtFaultPoint } from '../../../server/process/fault-points.ts';
import { validateForm } from '../../../server/records/forms.ts';
import { findActiveCourse } from '../../course-choice/course-choice.queries.ts';
import { requestFingerprint, storePlan, type OperationIntent } from '../../operations/operations.queries.ts';
import { requireGatewayAvailable, cardToCharge } from '../../payments/card-entry.steps.ts';
import type { CardChoice } from '../../payments/card.rules.ts';
import {
  MoneyOperation,
  type BegunOperation,
  type MoneyRequest,
} from '../../payments/money-operation.steps.ts';
import { isTooSmallForCard, salePriceTooSmallText } from '../../payments/refused/least-charge.rules.ts';
import { failedChargeAnswer } from '../../payments/refused/refused.rules.ts';
import { salePrice } from './sale.rules.ts';
import {
  SALE_GATEWAY_AWAY_TEXT,
  SALE_NEVER_CHARGED,
  CARD_NEEDED_TEXT,
  salePriceChangedText,
} from './sale.texts.ts';
import { CertificateSaleAnswer, type CertificateToSell } from './selling.contract.ts';
import { deleteSalePlan, recordCertificateSale, CertificateSalePlan } from './settle-sale.steps.ts';

type Request = {
  app: AppContext;
  actor: Actor;
  body: { gift_certificate: UncheckedForm<CertificateToSell> };
  idempotencyKey: string | null;
};

/** Sells a gift certificate for a staff user. */
export async function sellCertificate({ app, actor, body, idempotencyKey: key }: Request) {
  return runCertificateSale({ app, actor, certificateForm: await readSale(app, body.gift_certificate), key });
}

/** The money operation that sells a gift certificate, by card only. The certificate is created once it is paid. */
export const CERTIFICATE_SALE_OPERATION = new MoneyOperation<
  SaleInput,
  CertificateSalePlan,
  CertificateSaleAnswer
>({
  kind: 'certificate_sale',
  subject: 'gift_certificate',
  points: { claimed: 'sale.claimed', settling: 'sale.settling' },
  answer: CertificateSaleAnswer,
  plan: CertificateSalePlan,
  begin: beginSale,
  record: recordCertificateSale,
  failed: {
    neverArrived: SALE_NEVER_CHARGED,
    answer: (attempt, otherwise) => failedChargeAnswer(attempt, { amount: 'value', otherwise }),
    release: async (db, { operation_id, plan }) => {
      await deleteSalePlan(db, operation_id);
      return plan.made_by;
    },
  },
  chargedFor: 'the sale of a gift certificate',
});

/**
 * Sells a gift certificate by the payment protocol. Answers the certificate, 202 while the gateway has not answered, or 422
 * with the reason.
 */
export const runCertificateSale = (sale: Sale) =>
  CERTIFICATE_SALE_OPERATION.run({ ...sale, ...saleIntent(sale) });

/** Parses the request to sell a gift certificate; throws InvalidFields with all errors. */
const readSale = (app: AppContext, sent: UncheckedForm<CertificateToSell>): Promise<CertificateToSell> =>
  validateForm(sent, ({ value, course, credit_card }) => [
    () => course?.id && findActiveCourse(app.db, course.id),
    // A card is not required for a free gift certificate, and only a valid value tells if it is free.
    async () => {
      const isFree = value !== undefined && (await currentCertificatePrice(app.db, value)) === 0;
      if (credit_card !== undefined && !isFree) requireCard(app, credit_card);
    },
  ]);

/** Returns the card to charge for a sale. Throws InvalidFields if the card is missing or wrong. */
function requireCard(
  app: AppContext,
  credit_card: CertificateToSell['credit_card'],
  isToken?: boolean,
): CardChoice {
  const choice = cardToCharge(app, credit_card, isToken);
  return choice.pay === 'nothing' ? rejectField('credit_card.number', CARD_NEEDED_TEXT) : choice;
}

/** Returns the present price of a gift certificate of this value, in cents. */
export async function currentCertificatePrice(db: Db, value: number): Promise<number> {
  const { raw_discount } = await db
    .selectFrom('gift_certificate_sale_configurations')
    .select('raw_discount')
    .executeTakeFirstOrThrow();
  return salePrice(value, raw_discount);
}

type Sale = { app: AppContext; actor: Actor; certificateForm: CertificateToSell; key: string | null };
type SaleInput = Sale & MoneyRequest;
/** Returns the intent of a sale, by which a repeated request is recognized: all fields but the card, which is never stored. */
export const saleIntent = ({ actor, certificateForm, key }: Omit<Sale, 'app'>): OperationIntent => {
  const { credit_card: _, ...form } = certificateForm;
  return { kind: 'certificate_sale', actor, key, fingerprint: requestFingerprint(form) };
};

/**
 * Calculates the price while the operation is claimed, and stores the plan. A gift certificate without a charge is created
 * here.
 */
async function beginSale(
  db: Db,
  { app, actor, certificateForm }: SaleInput,
  operation_id: string,
): Promise<BegunOperation<CertificateSaleAnswer>> {
  const price = await currentCertificatePrice(db, certificateForm.value);
  if ((certificateForm.shown_price ?? price) !== price)
    rejectField('shown_price', salePriceChangedText(price), 'price_changed');
  if (isTooSmallForCard(price)) rejectField('value', salePriceTooSmallText(price));
  const choice =
    price === 0 ? null : requireCard(app, certificateForm.credit_card, isPartner(actor) || undefined);
  // A sale that cannot be charged is rejected before its operation is stored.
  if (choice) requireGatewayAvailable(app, actor, SALE_GATEWAY_AWAY_TEXT);
  const plan = planOf(certificateForm, { price, made_by: actor.name });
  await storePlan(db, operation_id, plan);
  dieAtFaultPoint('sale.claiming');
  if (!choice)
    return {
      answer: await recordCertificateSale(db, { app, operation_id, subject_id: 0, plan, attempts: [] }),
    };
  const description = `Gift certificate of ${formatMoney(certificateForm.value)}`;
  // The certificate does not exist yet: its allocation is recorded with it.
  return { charges: [{ at: 'sale', cents: price, allocations: [], choice, description }] };
}

function planOf(
  certificateForm: CertificateToSell,
  by: Pick<CertificateSalePlan, 'price' | 'made_by'>,
): CertificateSalePlan {
  const { credit_card: _, shown_price: __, course, ...gift } = certificateForm;
  return { ...gift, ...by, course_id: course?.id ?? null };
}
