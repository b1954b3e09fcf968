import { wholeNumberSetting } from '../process/settings-kinds.ts';

/** The settings for the rate limits of partners' programs. */
export const partnerSettings = {
  PARTNER_REQUESTS_PER_MINUTE: wholeNumberSetting(1, 1_000_000)
    .default(600)
    .describe("how often a partner's key may ask, of each process"),
  PARTNER_BOOKINGS_PER_HOUR: wholeNumberSetting(1, 1_000_000)
    .default(600)
    .describe('how often a partner may book or buy'),
  PARTNER_LEADS_PER_HOUR: wholeNumberSetting(1, 1_000_000)
    .default(600)
    .describe('how often a partner may leave a lead'),
};
