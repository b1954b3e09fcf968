import { BOOKING } from '../../areas/booking/charge/book.steps.ts';
import { CERTIFICATE_REFUND } from '../../areas/gift-certificates/refunding/refund.steps.ts';
import { CERTIFICATE_SALE } from '../../areas/gift-certificates/selling/sell.steps.ts';
import type { MoneyOperations } from '../../areas/reconciling/reconciler.steps.ts';
import { CANCELLATION } from '../../areas/tee-times/canceling/execution/carry-out.steps.ts';
import { resumeCancellations } from '../../areas/tee-times/canceling/execution/resume.steps.ts';
import { CHANGE } from '../../areas/tee-times/repricing/change.steps.ts';

/**
 * For each kind of operation that moves money: the function with which the reconciler completes an unfinished operation.
 */
export const MONEY_OPERATIONS: MoneyOperations = {
  kinds: {
    book: BOOKING,
    change: CHANGE,
    cancel: CANCELLATION,
    certificate_sale: CERTIFICATE_SALE,
    certificate_refund: CERTIFICATE_REFUND,
    adjust: null,
    create: null,
    lead: null,
    send: null,
  },
  resumeCancellations,
};
