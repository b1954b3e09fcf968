import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, callUrl, type HeaderFields } from '../../../test/support/app.ts';
import { REPORT_CALLS, reports, type ReportName } from './reports.contract.ts';

const app = testApp();
let admin: HeaderFields;
beforeAll(async () => {
  admin = await app.signedIn('admin');
});

// The Accept header that a browser sends when it opens a link in a tab.
const TAB = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const open = (name: ReportName, query: object, accept: string) =>
  app.server.inject({ method: 'GET', url: callUrl(REPORT_CALLS[name].file, { query }), headers: { accept } });
const PAGE = 'text/html; charset=utf-8';

async function linkTo(report: ReportName, query: Record<string, string>) {
  const { ticket } = await app.ok(reports.ticket, { body: { report, query } }, admin);
  return { ...query, access_token: ticket, uid: admin['uid'], client: admin['client'] };
}
const NOVEMBER = { start_date: '2026-11-01', end_date: '2026-11-30' };
const USED_UP = 'This link was for one use within a minute. Please run the report again.';

describe('a tab that opens the link to a workbook', () => {
  test('is told so in a page once the link is used, with the way back to what it asked for', async () => {
    const link = await linkTo('tee-time', { ...NOVEMBER, date_type: 'Played' });
    expect((await open('tee-time', link, TAB)).headers['content-type']).toContain('spreadsheetml.sheet');
    const again = await open('tee-time', link, TAB);
    expect([again.statusCode, again.headers['content-type'], again.headers['cache-control']]).toEqual([
      401,
      PAGE,
      'no-store',
    ]);
    expect(again.body).toContain(`<h1>Tee Time / Customer Report</h1><p>${USED_UP}</p>`);
    expect(again.body).toContain(
      '<a href="/reports/tee_time?start_date=2026-11-01&amp;end_date=2026-11-30&amp;date_type=Played">Back to the report</a>',
    );
    // The page contains no credentials, and its policy lets the browser load nothing for it.
    for (const secret of [link.access_token, link.uid, link.client]) expect(again.body).not.toContain(secret);
    expect(again.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  });

  test('comes back to the fields as the screen calls them', async () => {
    const link = await linkTo('gift-certs', { allDates: 'true' });
    await open('gift-certs', link, TAB);
    expect((await open('gift-certs', link, TAB)).body).toContain(
      '"/reports/gift-certificate?all_dates=true"',
    );
    expect((await open('maintenance', {}, TAB)).body).toContain('"/reports/maintenance"');
  });

  test.each([
    [
      'what is wrong with a field',
      { ...NOVEMBER, end_date: '2026-10-01' },
      422,
      'End date must not be before the start.',
    ],
    ['that there is no such day', { ...NOVEMBER, start_date: '<b>"' }, 422, 'Start date must be a date'],
    ['that it has to sign in', NOVEMBER, 401, 'Please sign in to continue.'],
  ])('reads %s', async (_, query, status, says) => {
    const own = { access_token: admin['access-token'], uid: admin['uid'], client: admin['client'] };
    const answer = await open('weekly', { ...query, ...(status === 422 && own) }, TAB);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, PAGE]);
    expect(answer.body).toContain(says);
    expect(answer.body).not.toContain('<b>');
  });

  test.each(['application/json', '*/*', ''])(
    'a program that accepts %j is answered as ever',
    async (accept) => {
      const answer = await open('weekly', { ...NOVEMBER, access_token: 'x', uid: 'x', client: 'x' }, accept);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([
        401,
        'application/json; charset=utf-8',
      ]);
      expect(answer.json()).toEqual({ message: USED_UP, request_id: expect.any(String) });
    },
  );
});
