import { describe, expect, test } from 'vitest';
import { ownServerDatabase } from '../support/database.ts';
import { attemptsPerFault, faultTable } from '../support/tried.ts';
import {
  spendAgainstStaff,
  changeRateAgainstBooking,
  changeRateAgainstUnquotedBooking,
  bookWithSamePartnerKey,
  leaveSameLead,
  bookSameOpenTime,
} from './race-partners.ts';
import { testRaceControl, raceTrack, type RaceControl, type Race } from './race-track.ts';
import { noDamage, type RaceDamage } from './racing.ts';

const tried = faultTable('partner-races');
const SERVER = process.env.TEST_DATABASE_URL;
const ROUNDS = attemptsPerFault(200, 10);
const LIMIT_MS = ROUNDS * 5_000;

const RACES: [string, Race][] = [
  ['a partner’s booking with one key', bookWithSamePartnerKey],
  ['partners’ bookings of one open time', bookSameOpenTime],
  ['a certificate spent by the desk and by a partner', spendAgainstStaff],
  ['the same lead of a partner', leaveSameLead],
  ['a rate saved while partners book at what it was', changeRateAgainstBooking],
];

describe.skipIf(!SERVER)('8 to 16 programs at once', { timeout: LIMIT_MS }, () => {
  const run = raceTrack(ownServerDatabase, { checkBooks: true });

  test.each(RACES)('%s', async (fault, race) => {
    const all: RaceDamage[] = [];
    for (let number = 0; number < ROUNDS; number += 1) all.push(await run(race, number));
    const lost = all.flatMap((damage) => damage.lost);
    const doubled = all.flatMap((damage) => damage.doubled);
    tried({ fault, times: ROUNDS, lost: lost.length, doubled: doubled.length });
    expect({ lost, doubled }).toEqual(noDamage());
  });
});

const CONTROLS: RaceControl[] = [
  {
    fault: 'control: a partner’s key that is free twice',
    race: bookWithSamePartnerKey,
    statement: 'insert into "operations"',
    decides: { lock: / on conflict do nothing/, without: '' },
    alsoDrop: 'drop index operations_partner_key',
    times: attemptsPerFault(100, 5),
    least: 0.9,
  },
  {
    fault: 'control: the open time without its lock',
    race: bookSameOpenTime,
    statement: 'select from fore_up_availabilities',
    times: attemptsPerFault(100, 5),
    least: 0.8,
  },
  {
    fault: 'control: the certificate without its lock, spent by a partner too',
    race: spendAgainstStaff,
    statement: 'from gift_certificates where lower(serial)',
    alsoDrop: 'alter table gift_certificates drop constraint gift_certificates_raw_balance_check',
    times: attemptsPerFault(100, 5),
    least: 0.8,
  },
  {
    fault: 'control: the lead without the locks of its course and its customer',
    race: leaveSameLead,
    statement: 'pg_advisory_xact_lock(hashtextextended(',
    times: attemptsPerFault(100, 5),
    least: 0.8,
  },
  {
    fault: 'control: a rate saved while partners book without the total that they were shown',
    race: changeRateAgainstUnquotedBooking,
    times: attemptsPerFault(100, 5),
    least: 0.4,
  },
];

describe.skipIf(!SERVER).each(CONTROLS)('$fault', { timeout: 600_000 }, (control) =>
  testRaceControl(control, tried),
);
