import { describe, expect, test } from 'vitest';
import { ownServerDatabase } from '../support/database.ts';
import { attemptsPerFault, faultTable } from '../support/tried.ts';
import { bookAgainstDisableDiscount } from './race-discount.ts';
import * as approving from './race-approvals.ts';
import * as selling from './race-certificates.ts';
import * as changing from './race-changes.ts';
import * as merging from './race-merges.ts';
import * as waiting from './race-open-times.ts';
import * as mailing from './race-reports.ts';
import * as editing from './race-edits.ts';
import * as race from './race-rounds.ts';
import { callNextCustomer, claimAtOnce } from './race-claim.ts';
import { testRaceControl, raceTrack, type RaceControl, type Race } from './race-track.ts';
import { noDamage, type RaceDamage } from './racing.ts';

const tried = faultTable('races');
const SERVER = process.env.TEST_DATABASE_URL;
const ROUNDS = attemptsPerFault(200, 25);
const LIMIT_MS = ROUNDS * 5_000;

const RACES: [string, Race][] = [
  ['the same certificate', race.spendSameCertificate],
  ['the same idempotency key', race.bookWithSameKey],
  ['refund against refund', race.refundAgainstRefund],
  ['cancel against refund', race.cancelAgainstRefund],
  ['cancel twice', race.cancelTwice],
  ['approve against approve and withdraw', approving.approveAgainstWithdraw],
  ['approve against cancel and refund', approving.approveAgainstCancel],
  ['change against change', changing.changeAgainstChange],
  ['change against cancel', changing.changeAgainstCancel],
  ['change against refund', changing.changeAgainstRefund],
  ['a certificate spent against its refund', selling.spendAgainstRefund],
  ['a certificate refunded against its refund', selling.refundAgainstRefund],
  ['a certificate refunded against its adjustment', selling.refundAgainstAdjust],
  ['the same sale with one key', selling.saleWithOneKey],
  ['edit against edit', editing.editAgainstEdit],
  ['book against discount disabled', bookAgainstDisableDiscount],
  ['deletion of a user against its sign-in', editing.deletionAgainstSignIn],
  ['book against book of one entry', waiting.bookSameQueueEntry],
  ['close against book', waiting.closeQueueAgainstBook],
  ['close against match', waiting.closeQueueAgainstMatch],
  ['rate change against look', waiting.rateAgainstScrape],
  ['two claims on one open time', claimAtOnce],
  ['call against call in one queue', callNextCustomer],
  ['several processes look for a report that is due', mailing.checkReportsAtOnce],
  ['a report that was left against who left it', mailing.lateProcessAgainstNext],
  ['book against the merge of its customer', merging.bookAgainstMerge],
  ['cancel and refund against the merge of its customer', merging.cancelAgainstMerge],
  ['refund against the merge of its customer', merging.refundAgainstMerge],
  ['merge against merge, crosswise', merging.mergeAgainstMerge],
  ['a certificate given against the merge of who gets it', merging.purchaseAgainstMerge],
  ['edit against merge', merging.editAgainstMerge],
];

describe.skipIf(!SERVER)('8 to 16 sessions at once', { timeout: LIMIT_MS }, () => {
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

const TURN = { lock: /turns\.ends_at >.*excluded\.staff_user_id and not(?= \$)/s, without: '' };

// Control tests: a race without failures proves nothing, so without the lock the same checks must see the damage.
const CONTROLS: RaceControl[] = [
  {
    fault: 'control: the certificate without its lock',
    race: race.spendSameCertificate,
    statement: 'from gift_certificates where lower(serial)',
    alsoDrop: 'alter table gift_certificates drop constraint gift_certificates_raw_balance_check',
    times: attemptsPerFault(200, 10),
    least: 0.9,
  },
  {
    fault: 'control: the same, only the column refuses to go below zero',
    race: race.spendSameCertificate,
    statement: 'from gift_certificates where lower(serial)',
    times: attemptsPerFault(100, 10),
    least: 0.9,
  },
  {
    fault: 'control: the refund without its lock',
    race: race.refundAgainstRefund,
    statement: 'select id from tee_times where id = ',
    times: attemptsPerFault(100, 10),
    least: 0.5,
  },
  {
    fault: 'control: the approval without its lock',
    race: approving.approveAgainstWithdraw,
    statement: 'select id from tee_times where id = ',
    times: attemptsPerFault(100, 10),
    least: 0.5,
  },
  {
    fault: 'control: the change without its lock',
    race: changing.changeAgainstChange,
    statement: 'select id from tee_times where id = ',
    alsoDrop: 'alter table tee_times drop constraint tee_times_raw_open_check',
    times: attemptsPerFault(100, 10),
    least: 0.5,
  },
  {
    fault: 'control: change against refund without its lock',
    race: changing.changeAgainstRefund,
    statement: 'select id from tee_times where id = ',
    alsoDrop: 'alter table tee_times drop constraint tee_times_raw_open_check',
    times: attemptsPerFault(100, 10),
    least: 0.05,
  },
  {
    fault: "control: a certificate's refund without its lock",
    race: selling.refundAgainstRefund,
    statement: 'select updated_at, updated_by from "gift_certificates" where id = ',
    times: attemptsPerFault(100, 10),
    least: 0.2,
  },
  {
    fault: 'control: a certificate spent against its refund without its lock',
    race: selling.spendAgainstRefund,
    statement: 'from gift_certificates where lower(serial)',
    times: attemptsPerFault(100, 10),
    least: 0.3,
  },
  {
    // The foreign key also locks the discount, a little later, so fewer repetitions fail.
    fault: 'control: the discount without its lock',
    race: bookAgainstDisableDiscount,
    statement: 'from discounts d where lower_case(d.code)',
    times: attemptsPerFault(100, 10),
    least: 0.1,
  },
  {
    fault: 'control: the waiting lead without its lock',
    race: waiting.bookSameQueueEntry,
    statement: 'select l.id from lost_leads l',
    times: attemptsPerFault(100, 10),
    least: 0.5,
  },
  {
    fault: 'control: the closing without its lock',
    race: waiting.closeQueueAgainstBook,
    statement: 'for share of a',
    times: attemptsPerFault(200, 40),
    least: 0.02,
  },
  {
    fault: 'control: close against match without the lock of the course',
    race: waiting.closeQueueAgainstMatch,
    statement: "pg_advisory_xact_lock(hashtextextended('open times",
    times: attemptsPerFault(200, 10),
    least: 0.05,
  },
  {
    fault: 'control: rate change against look without the lock of the course',
    race: waiting.rateAgainstScrape,
    statement: "pg_advisory_xact_lock(hashtextextended('open times",
    times: attemptsPerFault(200, 10),
    least: 0.05,
  },
  {
    fault: 'control: the turn without its condition',
    race: claimAtOnce,
    statement: 'insert into turns',
    decides: TURN,
    times: attemptsPerFault(100, 10),
    least: 0.9,
  },
  {
    fault: 'control: the call without its condition',
    race: callNextCustomer,
    statement: 'insert into turns',
    decides: TURN,
    times: attemptsPerFault(100, 10),
    least: 0.9,
  },
  {
    fault: 'control: the report that is due without its lease',
    race: mailing.checkReportsAtOnce,
    statement: 'from report_schedules',
    decides: {
      lock: /and \(leased_until is null or leased_until < now\(\)\)|for update skip locked/g,
      without: '',
    },
    times: attemptsPerFault(100, 10),
    least: 0.9,
  },
  {
    fault: 'control: the end of a report, whoever is at it',
    race: mailing.lateProcessAgainstNext,
    statement: 'update "report_schedules" set "lease" = $1, "leased_until" = $2, ',
    decides: { lock: /"lease" = (\$\d+)$/, without: '$1::uuid is not null' },
    times: attemptsPerFault(100, 10),
    least: 0.5,
  },
  {
    fault: 'control: book against merge without a lock, and rows that name whom they were begun with',
    race: merging.bookAgainstMerge,
    statement: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    alsoDrop: 'drop trigger tee_times_customer_stays on tee_times',
    times: attemptsPerFault(200, 40),
    least: 0.02,
  },
  {
    fault: 'control: cancel against a merge that moves only rounds which are booked',
    race: merging.cancelAgainstMerge,
    statement: 'update "tee_times" set "customer_id"',
    decides: merging.MERGE_BOOKED_ONLY,
    times: attemptsPerFault(100, 20),
    least: 0.2,
  },
  {
    fault: 'control: refund against merge without the lock of the tee time',
    race: merging.refundAgainstMerge,
    statement: 'select id from tee_times where id = ',
    times: attemptsPerFault(100, 10),
    least: 0.5,
  },
  {
    fault: 'control: refund against a merge that leaves out what is being refunded',
    race: merging.refundAgainstMerge,
    statement: 'update "tee_times" set "customer_id"',
    decides: merging.MERGE_WITHOUT_PENDING,
    times: attemptsPerFault(100, 20),
    least: 0.1,
  },
  {
    fault: 'control: merge against merge without the lock of both',
    race: merging.mergeAgainstMerge,
    statement: 'select * from customers where id = any(',
    alsoDrop: 'alter table merged_customers drop constraint merged_customers_customer_id_fkey',
    times: attemptsPerFault(100, 10),
    least: 0.3,
  },
  {
    fault: 'control: a certificate given to whoever was named',
    race: merging.purchaseAgainstMerge,
    statement: 'select customer_who_stays(',
    decides: { lock: /customer_who_stays\((\$\d+)\)/, without: '$1::bigint' },
    alsoDrop: 'drop trigger gift_certificates_customer_stays on gift_certificates',
    times: attemptsPerFault(200, 40),
    least: 0.02,
  },
  {
    fault: 'control: edit against merge without the lock of both',
    race: merging.editAgainstMerge,
    statement: 'select * from customers where id = any(',
    times: attemptsPerFault(200, 40),
    least: 0.02,
  },
];

describe.skipIf(!SERVER).each(CONTROLS)('$fault', { timeout: 600_000 }, (control) =>
  testRaceControl(control, tried),
);
