import { formatMoney } from '../../../contract/money.ts';
import { gatewayAwayText } from '../../payments/card/gateway-away.rules.ts';

export const CARD_NEEDED_TEXT = 'is required: a gift certificate is paid by card';
export const SALE_GATEWAY_AWAY_TEXT = gatewayAwayText('sold');
export const SALE_NEVER_CHARGED =
  'The payment gateway never got this charge. Nothing was charged; please sell the certificate again.';

export const salePriceChangedText = (price: number): string =>
  `The price is ${formatMoney(price)} now. Please look at it and sell again.`;
