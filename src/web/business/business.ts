import { createContext, use } from 'react';
import { businessNow } from '../../contract/dates.ts';

/** What screens know of this installation: the business zone's name, its current day, whether it is a staging system. */
export type Desk = { timeZone: string; today: string; staging: boolean };

const ZONE = 'America/Los_Angeles';
/** Stands in until the settings have come: the usual zone and its day by this machine's clock. */
export const BEFORE_SETTINGS: Desk = {
  timeZone: ZONE,
  // Asked for by hardly any screen before the settings are there, and a zone's clock takes a moment to make.
  get today() {
    return businessNow(new Date(), ZONE).date;
  },
  staging: false,
};
export const BusinessContext = createContext<Desk>(BEFORE_SETTINGS);

/** The desk's zone and day, for typed dates and shown instants. */
export const useBusiness = (): Desk => use(BusinessContext);
