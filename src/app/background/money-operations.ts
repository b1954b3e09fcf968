import { settleCharge } from '../../areas/booking/charge/settle.steps.ts';
import { settleCertificateRefund } from '../../areas/gift-certificates/refunding/settle-refund.steps.ts';
import { lateSaleText } from '../../areas/gift-certificates/selling/sale.texts.ts';
import { settleSale } from '../../areas/gift-certificates/selling/settle-sale.steps.ts';
import type { MoneyOperations } from '../../areas/reconciling/reconciler.steps.ts';
import { appearedText } from '../../areas/tee-times/late-charges/late-charges.texts.ts';
import { settleRefund } from '../../areas/tee-times/canceling/execution/carry-out.steps.ts';
import { resumeCancellations } from '../../areas/tee-times/canceling/execution/resume.steps.ts';
import { settleChange } from '../../areas/tee-times/repricing/settle-change.steps.ts';

/** How each operation that moves money is carried on by the reconciler. */
export const MONEY_OPERATIONS: MoneyOperations = {
  settling: {
    book: {
      refund: settleRefund,
      charge: { settle: settleCharge, appearedText: (cents) => appearedText(cents, 'booking') },
    },
    change: {
      refund: settleChange,
      charge: { settle: settleChange, appearedText: (cents) => appearedText(cents, 'change') },
    },
    cancel: { refund: settleRefund, charge: null },
    certificate_sale: { refund: settleSale, charge: { settle: settleSale, appearedText: lateSaleText } },
    certificate_refund: { refund: settleCertificateRefund, charge: null },
  },
  resumeCancellations,
};
