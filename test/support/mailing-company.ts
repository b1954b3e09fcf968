import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { beforeAll, beforeEach, expect } from 'vitest';
import { sendDueEmails } from '../../src/areas/outbox/worker.job.ts';
import { reportSchedules } from '../../src/areas/report-schedules/report-schedules.contract.ts';
import { mailDueReports } from '../../src/areas/report-schedules/running/mail.steps.ts';
import { mailboxFolder } from '../../src/integrations/integrations.ts';
import { testApp, type TestApp } from './app.ts';
import { workedCompany, type WorkedCompany } from './worked-company.ts';

// The time of the reports: all sales of Nov 20 to 22 are in the week that ends on this Sunday.
export const REPORTING_SUNDAY = '2026-11-22T20:00:00Z';
export const REPORTING_MONDAY = '2026-11-23T15:00:00Z';

const lettersOf = ({ db }: TestApp) => db.selectFrom('outbox').selectAll().orderBy('id').execute();

/** Sends the due e-mails and returns those in the built-in mailbox. */
async function arrivedOf(app: TestApp): Promise<Awaited<ReturnType<typeof PostalMime.parse>>[]> {
  await sendDueEmails(app.context);
  const ids = (await lettersOf(app)).map(({ message_id }) => message_id);
  const folder = mailboxFolder(app.context.settings.dataDir);
  const all = await Promise.all(
    (await readdir(folder)).map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  );
  return all.filter(({ messageId = '' }) => ids.includes(messageId));
}

type ScheduleInput = { owner_id: number; given: object; to: number[] };

async function scheduleMade(app: TestApp, { owner_id, given, to }: ScheduleInput): Promise<number> {
  const report_schedule = {
    report: 'new_sales_report',
    range: 'last_week',
    repeats: 'weekly',
    weekday: 'Mon',
    recipients: to.map((id) => ({ id })),
    ...given,
  };
  const answer = await app.call(
    reportSchedules.create,
    { body: { report_schedule } },
    await app.signedIn('admin'),
  );
  expect(answer).toMatchObject({ status: 200 });
  const { id } = reportSchedules.create.answer.parse(answer.body);
  await app.db.updateTable('report_schedules').set({ owner_id }).where('id', '=', id).execute();
  return id;
}

/**
 * Sets up the worked company on SUNDAY, without any sent e-mail, for the tests of one file. Call it at the top of the file.
 */
export function mailingCompanySetup() {
  const app = testApp({ checkBooks: false, settings: { OFFICE_URL: 'https://office.ric.example/' } });
  let opened: WorkedCompany | undefined;
  const company = () => {
    if (!opened) throw new Error('The company is there while tests run only.');
    return opened;
  };
  beforeAll(async () => {
    opened = await workedCompany(app.db);
  });
  beforeEach(async () => {
    app.setClock(REPORTING_SUNDAY);
    await app.db.deleteFrom('report_schedules').execute();
    await app.db.deleteFrom('outbox').execute();
    await app.db.deleteFrom('outbox_files').execute();
    await app.db.deleteFrom('notices').execute();
    await levels('admin', 'sdgr');
  });

  /** Sets the access levels of Ruth, who owns the mailed reports, and of Maria. */
  const levels = async (ruth: 'admin' | 'sdgr', maria: 'admin' | 'sdgr') => {
    const set = (id: number, level: 'admin' | 'sdgr') =>
      app.db.updateTable('staff_users').set({ level, removed_at: null }).where('id', '=', id).execute();
    await set(company().staff.ruth.id, ruth);
    await set(company().staff.maria.id, maria);
  };

  return {
    app,
    staff: () => company().staff,
    levels,
    /** Creates a report schedule through the API, owned by Ruth. */
    aSchedule: (given: object = {}, to = [company().staff.ruth.id]) =>
      scheduleMade(app, { owner_id: company().staff.ruth.id, given, to }),
    /** Makes every report of Ruth fail from now on, because her access level is too low. */
    failing: () => levels('sdgr', 'sdgr'),
    schedule: (id: number) =>
      app.db.selectFrom('report_schedules').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    letters: () => lettersOf(app),
    arrived: () => arrivedOf(app),
    run: (at: string, mostBytes?: number) => {
      app.setClock(at);
      return mailDueReports(app.context, mostBytes === undefined ? {} : { mostBytes });
    },
  };
}
