import { createContext, use } from 'react';
import { businessNow } from '../../contract/dates.ts';

/**
 * The facts about this installation that screens need: the name of its business time zone, the current day there, and true
 * for a staging system.
 */
export type BusinessSettings = { timeZone: string; today: string; staging: boolean };

const ZONE = 'America/Los_Angeles';
/**
 * The business settings until the server's answer arrives: the usual time zone, and its current day by this machine's
 * clock.
 */
export const DEFAULT_BUSINESS_SETTINGS: BusinessSettings = {
  timeZone: ZONE,
  // Today is computed on demand, because hardly any screen needs it before the settings arrive, and making a time zone's
  // clock takes a moment.
  get today() {
    return businessNow(new Date(), ZONE).date;
  },
  staging: false,
};
export const BusinessContext = createContext<BusinessSettings>(DEFAULT_BUSINESS_SETTINGS);

/** Returns the business time zone and its current day, for typed dates and shown instants. */
export const useBusinessSettings = (): BusinessSettings => use(BusinessContext);
