import type { Handlers } from '../../server/http/serve.ts';
import { guessing } from '../gift-certificates/balance/guesses.queries.ts';
import { bookOpenTime } from './bookings/book.steps.ts';
import { cancelOwn } from './bookings/cancel.steps.ts';
import { findOwnBooking } from './bookings/own-bookings.queries.ts';
import { ownOperation } from './bookings/own-operations.steps.ts';
import { balanceOf } from './certificates/balance.queries.ts';
import { sell, sellQuote } from './certificates/sell.steps.ts';
import { coursesOf } from './granted/courses.queries.ts';
import { leaveLead } from './leads/leave.steps.ts';
import type { partnerInterface } from './partner-interface.contract.ts';
import { searchOpenTimes } from './search/open-times.queries.ts';
import { quote } from './search/quote.queries.ts';

export const partnerInterfaceHandlers: Handlers<typeof partnerInterface> = {
  courses: async ({ db, desk, partner }) => ({ courses: await coursesOf(db, desk, partner) }),
  search: ({ db, desk, partner, query }) => searchOpenTimes(db, desk, { partner, asked: query }),
  quote: ({ db, desk, partner, body }) => quote(db, desk, { partner, body }),
  book: ({ body, ...asking }) => bookOpenTime(asking, body),
  booking: ({ db, desk, partner, params }) => findOwnBooking(db, desk, { partner, id: params.id }),
  cancel: ({ body, params, ...asking }) => cancelOwn(asking, { ...params, ...body }),
  leaveLead: ({ body, ...asking }) => leaveLead(asking, body),
  balance: ({ db, desk, partner, body }) =>
    guessing({ db, desk, actor: partner }, () => balanceOf(db, body.gift_cert_serial)),
  sellQuote: ({ body, ...asking }) => sellQuote(asking, body),
  sell: ({ body, ...asking }) => sell(asking, body),
  operation: ({ desk, partner, params }) => ownOperation(desk, { partner, id: params.id }),
  cardFields: ({ desk }) => {
    const { name: gateway } = desk.outside.gateway;
    const { script, publishableKey, tokensUrl } = desk.outside.partnerCards;
    return { gateway, script, publishable_key: publishableKey, tokens_url: tokensUrl };
  },
};
