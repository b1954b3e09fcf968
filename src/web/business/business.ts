import { createContext, use } from 'react';
import { businessNow } from '../../contract/dates.ts';

/**
 * The facts of this installation that screens need: the business zone's name, its current day, and if it is a staging
 * system.
 */
export type BusinessSettings = { timeZone: string; today: string; staging: boolean };

const ZONE = 'America/Los_Angeles';
/** The values until the settings arrive: the usual zone, and its day by this machine's clock. */
export const BEFORE_SETTINGS: BusinessSettings = {
  timeZone: ZONE,
  // Computed on demand: hardly any screen needs it before the settings arrive, and making a zone's clock takes a
  // moment.
  get today() {
    return businessNow(new Date(), ZONE).date;
  },
  staging: false,
};
export const BusinessContext = createContext<BusinessSettings>(BEFORE_SETTINGS);

/** The office's zone and day, for typed dates and shown instants. */
export const useBusiness = (): BusinessSettings => use(BusinessContext);
