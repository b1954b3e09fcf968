import { sql } from 'kysely';
import { businessNow } from '../../src/contract/dates.ts';
import { dropIndexes } from '../../src/server/database/backup/schema.ts';
import type { ImageStore } from '../../src/integrations/images/image-store.ts';
import { fillRentalClubs, fillCourses, fillHolidaysAndMaintenance, fillRates } from './catalogue.ts';
import { continueSequences, type SeedDb } from './insert.ts';
import { fillHistories } from './histories.ts';
import { fillImages } from './images.ts';
import { fillTeeTimesAndLedger } from './ledger.ts';
import { fillCertificates, fillDiscounts, fillStaffMessage, makeSoldCertificates } from './money.ts';
import { fillOpenTimes } from './open-times.ts';
import { fillPartners } from './partners.ts';
import { fillCustomers, fillHelpfulLinks, fillStaff } from './people.ts';
import { repeatableRandom } from './random.ts';
import { makeTeeTimes } from './tee-times.ts';
import { fillWaitingCustomers } from './waiting.ts';

type Given = {
  now: Date;
  timeZone: string;
  hashPassword: (password: string) => Promise<string>;
  /** The store for the courses' pictures; null if no pictures are drawn. */
  images: ImageStore | null;
  /** Receives the number of finished steps, out of `PARTS`. */
  progress?: (done: number) => void;
};

/** The number of steps: the catalog, the ledger, open times, all indexes, and the histories. */
export const FILL_STEPS = 5;

const SEED = 20_261_121;

/** The tables whose rows are inserted with ids, so that their sequences must continue after the last id. */
const WITH_IDS: Parameters<typeof continueSequences>[1] = [
  'staff_users',
  'helpful_links',
  'courses',
  'api_users',
  'course_groups',
  'images',
  'holidays',
  'rates',
  'rental_clubs',
  'customers',
  'discounts',
  'gift_certificates',
  'tee_times',
  'ledger_transactions',
  'ledger_entries',
  'fore_up_availabilities',
  'lost_leads',
  'availability_queues',
];

/**
 * The large tables, which are emptied in the transaction that fills them, so that the embedded database does not also write
 * their rows to its log.
 */
const LARGE: Parameters<typeof continueSequences>[1] = [
  'customers',
  'tee_times',
  'tee_time_list',
  'operations',
  'payment_attempts',
  'payment_allocations',
  'ledger_transactions',
  'ledger_entries',
  'fore_up_availabilities',
  'course_days',
  'course_counts',
];

/** Fills an empty, migrated database with the demonstration company; the data depend only on the day. */
export async function fillDemonstration(
  db: SeedDb,
  { now: instant, timeZone, hashPassword, images, progress = () => undefined }: Given,
): Promise<void> {
  const random = repeatableRandom(SEED);
  const now = instant.getTime();
  const today = businessNow(instant, timeZone).date;
  const makeIndexes = await dropIndexes(db);
  await sql`truncate ${sql.join(LARGE.map((table) => sql.table(table)))}`.execute(db);
  const agents = await fillStaff(db, hashPassword);
  await fillHelpfulLinks(db);
  await fillStaffMessage(db, today);
  await fillCourses(db);
  await fillPartners(db);
  if (images) await fillImages(db, images);
  await fillHolidaysAndMaintenance(db, today);
  const rates = await fillRates(db, random, today);
  await fillRentalClubs(db);
  await fillDiscounts(db, today);
  const begun = new Date(now - 760 * 86_400_000).toISOString();
  await fillCustomers(db, random, begun);
  progress(1);
  const certificates = makeSoldCertificates(random, now);
  const teeTimes = makeTeeTimes({ random, rates, agents, certificates, today, now });
  await fillCertificates(db, random, certificates);
  const clubs = await db
    .selectFrom('rental_clubs')
    .select(['course_id', (min) => min.fn.min('id').as('id')])
    .groupBy('course_id')
    .execute();
  await fillTeeTimesAndLedger(db, random, {
    teeTimes,
    certificates,
    clubs: new Map(clubs.map((club) => [club.course_id, club.id])),
  });
  progress(2);
  const open = await fillOpenTimes(db, random, { today, now });
  progress(3);
  await makeIndexes();
  progress(4);
  await fillWaitingCustomers(db, random, { today, now, open });
  await fillHistories(db, begun);
  await continueSequences(db, WITH_IDS);
  progress(FILL_STEPS);
}
