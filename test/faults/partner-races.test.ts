import { describe, expect, test } from 'vitest';
import { ownServerDatabase } from '../support/database.ts';
import { rounds, triedIn } from '../support/tried.ts';
import {
  certificateAgainstStaff,
  rateAgainstClaim,
  rateAgainstClaimUnsaid,
  sameKeyOfPartner,
  sameLead,
  sameOpenTime,
} from './race-partners.ts';
import { isCaught, raceTrack, type Control, type Race } from './race-track.ts';
import { noDamage, type Damage } from './racing.ts';

const tried = triedIn('partner-races');
const SERVER = process.env.TEST_DATABASE_URL;
const ROUNDS = rounds(200, 10);
const LIMIT_MS = ROUNDS * 5_000;

const RACES: [string, Race][] = [
  ['a partner’s booking with one key', sameKeyOfPartner],
  ['partners’ bookings of one open time', sameOpenTime],
  ['a certificate spent by the desk and by a partner', certificateAgainstStaff],
  ['the same lead of a partner', sameLead],
  ['a rate saved while partners book at what it was', rateAgainstClaim],
];

describe.skipIf(!SERVER)('8 to 16 programs at once', { timeout: LIMIT_MS }, () => {
  const run = raceTrack(ownServerDatabase, { checkBooks: true });

  test.each(RACES)('%s', async (fault, race) => {
    const all: Damage[] = [];
    for (let number = 0; number < ROUNDS; number += 1) all.push(await run(race, number));
    const lost = all.flatMap((damage) => damage.lost);
    const doubled = all.flatMap((damage) => damage.doubled);
    tried({ fault, times: ROUNDS, lost: lost.length, doubled: doubled.length });
    expect({ lost, doubled }).toEqual(noDamage());
  });
});

const CONTROLS: Control[] = [
  {
    fault: 'control: a partner’s key that is free twice',
    race: sameKeyOfPartner,
    statement: 'insert into "operations"',
    decides: { lock: / on conflict do nothing/, without: '' },
    alsoDrop: 'drop index operations_partner_key',
    times: rounds(100, 5),
    least: 0.9,
  },
  {
    fault: 'control: the open time without its lock',
    race: sameOpenTime,
    statement: 'select from fore_up_availabilities',
    times: rounds(100, 5),
    least: 0.8,
  },
  {
    fault: 'control: the certificate without its lock, spent by a partner too',
    race: certificateAgainstStaff,
    statement: 'from gift_certificates where lower(serial)',
    alsoDrop: 'alter table gift_certificates drop constraint gift_certificates_raw_balance_check',
    times: rounds(100, 5),
    least: 0.8,
  },
  {
    fault: 'control: the lead without the locks of its course and its customer',
    race: sameLead,
    statement: 'pg_advisory_xact_lock(hashtextextended(',
    times: rounds(100, 5),
    least: 0.8,
  },
  {
    fault: 'control: a rate saved while partners book without the total that they were shown',
    race: rateAgainstClaimUnsaid,
    times: rounds(100, 5),
    least: 0.4,
  },
];

describe.skipIf(!SERVER).each(CONTROLS)('$fault', { timeout: 600_000 }, (control) =>
  isCaught(control, tried),
);
