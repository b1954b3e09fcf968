import type { CallHandlers } from '../../server/http/serve.ts';
import { limitSerialGuesses } from '../gift-certificates/balance/guesses.queries.ts';
import { bookOpenTime } from './bookings/book.steps.ts';
import { cancelPartnerBooking } from './bookings/cancel.steps.ts';
import { findOwnBooking } from './bookings/own-bookings.queries.ts';
import { findPartnerOperation } from './bookings/own-operations.steps.ts';
import { findCertificateBalance } from './certificates/balance.queries.ts';
import { sellCertificate, quoteCertificate } from './certificates/sell.steps.ts';
import { findPartnerCourses } from './granted/courses.queries.ts';
import { storeLead } from './leads/leave.steps.ts';
import type { partnerInterface } from './partner-interface.contract.ts';
import { searchOpenTimes } from './search/open-times.queries.ts';
import { quoteTeeTime } from './search/quote.queries.ts';

export const partnerInterfaceHandlers: CallHandlers<typeof partnerInterface> = {
  courses: async ({ db, app, partner }) => ({ courses: await findPartnerCourses(db, app, partner) }),
  search: ({ db, app, partner, query }) => searchOpenTimes(db, app, { partner, search: query }),
  quote: ({ db, app, partner, body }) => quoteTeeTime(db, app, { partner, body }),
  book: ({ body, ...asking }) => bookOpenTime(asking, body),
  booking: ({ db, app, partner, params }) => findOwnBooking(db, app, { partner, id: params.id }),
  cancel: ({ body, params, ...asking }) => cancelPartnerBooking(asking, { ...params, ...body }),
  leaveLead: ({ body, ...asking }) => storeLead(asking, body),
  balance: ({ db, app, partner, body }) =>
    limitSerialGuesses({ db, app, actor: partner }, () => findCertificateBalance(db, body.gift_cert_serial)),
  sellQuote: ({ body, ...asking }) => quoteCertificate(asking, body),
  sell: ({ body, ...asking }) => sellCertificate(asking, body),
  operation: ({ app, partner, params }) => findPartnerOperation(app, { partner, id: params.id }),
  cardFields: ({ app }) => {
    const { name: gateway } = app.integrations.gateway;
    const { script, publishableKey, tokensUrl } = app.integrations.partnerCards;
    return { gateway, script, publishable_key: publishableKey, tokens_url: tokensUrl };
  },
};
