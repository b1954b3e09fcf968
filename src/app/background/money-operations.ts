import { BOOKING_OPERATION } from '../../areas/booking/charge/book.steps.ts';
import { CERTIFICATE_REFUND_OPERATION } from '../../areas/gift-certificates/refunding/refund.steps.ts';
import { CERTIFICATE_SALE_OPERATION } from '../../areas/gift-certificates/selling/sell.steps.ts';
import type { MoneyOperations } from '../../areas/reconciling/reconciler.steps.ts';
import { CANCELLATION_OPERATION } from '../../areas/tee-times/canceling/execution/carry-out.steps.ts';
import { resumeCancellations } from '../../areas/tee-times/canceling/execution/resume.steps.ts';
import { CHANGE_OPERATION } from '../../areas/tee-times/repricing/change.steps.ts';

/**
 * For each kind of operation that moves money: the function with which the reconciler completes an unfinished operation.
 */
export const MONEY_OPERATIONS: MoneyOperations = {
  kinds: {
    book: BOOKING_OPERATION,
    change: CHANGE_OPERATION,
    cancel: CANCELLATION_OPERATION,
    certificate_sale: CERTIFICATE_SALE_OPERATION,
    certificate_refund: CERTIFICATE_REFUND_OPERATION,
    adjust: null,
    create: null,
    lead: null,
    send: null,
  },
  resumeCancellations,
};
