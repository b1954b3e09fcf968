import type { KyselyPlugin } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { addWorkedBooking, postLedgerEntries } from '../../../../test/support/worked-bookings.ts';
import {
  WORKED_COMPANY_NOW,
  workedCompany,
  type WorkedCompany,
} from '../../../../test/support/worked-company.ts';
import type { Db } from '../../../server/process/context.ts';
import { currentMoment } from '../../tee-times/moment/moment.queries.ts';
import { giftCertificateReport } from './catalogue/gift-certs.queries.ts';
import { salesReport } from './sales/sales-report.queries.ts';

const app = testApp({ checkBooks: false });
let company: WorkedCompany;
beforeAll(async () => {
  company = await workedCompany(app.db);
  app.setClock(WORKED_COMPANY_NOW);
});

/** Returns the input of a report whose database runs `happens` concurrently, right after the report's first statement. */
function interrupted(happens: (db: Db) => Promise<unknown>) {
  let happening: Promise<unknown> | undefined;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      happening ??= app.db.transaction().execute(happens);
      return Promise.resolve(result);
    },
  };
  const staff = { id: 1, name: 'Ruth', level: 'admin' } as const;
  const zone = app.context.settings.businessTimeZone;
  const asked = { staff, zone, moment: currentMoment(app.context), today: '2026-12-03' };
  return { asked: { ...asked, db: app.db.withPlugin(plugin) }, happened: () => happening };
}

test('a certificate whose sale is corrected meanwhile is no disagreement with the ledger', async () => {
  const { id } = company.certificates.first;
  const { asked, happened } = interrupted(async (db) => {
    await postLedgerEntries(
      db,
      { kind: 'certificate_sale', gift_certificate_id: id, created_at: WORKED_COMPANY_NOW },
      [
        { account: 'certificate_sale', raw_amount: 10_00, gift_certificate_id: id },
        { account: 'gift_certificate', raw_amount: -10_00, gift_certificate_id: id },
      ],
    );
    await db
      .updateTable('gift_certificates')
      .set({ raw_value: 110_00, raw_price: 110_00, raw_balance: 10_00 })
      .where('id', '=', id)
      .execute();
  });
  const report = await giftCertificateReport({ ...asked, query: { allDates: true } });
  await happened();
  expect(report.agreement?.offBy).toBe(0);
});

test('a month agrees with home, although somebody books meanwhile', async () => {
  const ids = { courses: [company.courses.torrey.id], rates: [], club: 0, discount: 0 };
  const { asked, happened } = interrupted((db) =>
    addWorkedBooking(
      db,
      { ...ids, by: company.staff.ruth.id },
      {
        created: '2026-11-24T18:00:00Z',
        course: 1,
        play: ['2026-12-20', '08:00'],
        players: 2,
        staff: company.staff.ruth,
        charge: 100_00,
        isCard: false,
        noRate: true,
      },
    ),
  );
  const { sheets } = await salesReport({ ...asked, query: { month: 10, year: 2026 } });
  await happened();
  expect(sheets.at(-1)).toMatchObject({
    name: 'Agreement',
    last: expect.stringMatching(/^Agrees with home/),
  });
});
