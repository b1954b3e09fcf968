import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { clientAddress } from '../../server/access/device.ts';
import { requireSignedInStaff } from '../../server/access/access.ts';
import { withDatabaseDeadline } from '../../server/database/driver/retry.ts';
import { sendWorkbook } from '../../server/http/download.ts';
import { Forbidden, SignedOut } from '../../server/http/errors.ts';
import { plainPage } from '../../server/http/pages/plain-page.ts';
import { clientGoneSignal, parseCallInput } from '../../server/http/serve.ts';
import type { AppContext, Staff } from '../../server/process/context.ts';
import { writeWorkbook } from '../../server/workbook/workbook.ts';
import { REPORT_NAMES, REPORT_CALLS, type ReportQuery, type ReportName } from './reports.contract.ts';
import { requireKnownCourses, runReport, workbookSheets, type ReadyReport } from './running/run.steps.ts';
import { auditReportReading } from './running/recorded-reading.steps.ts';
import { reportTicketKey, redeemReportTicket, USED_LINK_MESSAGE } from './running/tickets.queries.ts';
import { screenAddressOfLink, workbookErrorText, findReportScreen } from './screens/report-screens.rules.ts';

const Text = z.string().optional().catch(undefined);
const Credentials = z.looseObject({ access_token: Text, uid: Text, client: Text });
const Refusal = z.object({ message: Text, errors: z.record(z.string(), z.array(z.string())).optional() });

type Reader = Pick<Staff, 'id' | 'name' | 'level'>;

/** Serves the workbooks of reports to links that open in a new tab, with a ticket or a session's token in their address. */
export function serveReportFiles(server: FastifyInstance, app: AppContext): void {
  for (const name of REPORT_NAMES) {
    const called = REPORT_CALLS[name].file;
    server.route({
      method: called.method,
      url: called.path,
      config: { called },
      // There is no HEAD request, because sending a workbook uses up its ticket and leaves an audit entry.
      exposeHeadRoute: false,
      handler: (request, reply) => sendReport({ app, name, request, reply }),
      onSend: (request, reply, answer) => Promise.resolve(readable({ name, request, reply, answer })),
    });
  }
}

type Answering = { name: ReportName; request: FastifyRequest; reply: FastifyReply; answer: unknown };

/**
 * Returns an error as a page with a link back, for a person who opened a workbook's link in a tab; a program gets the usual
 * JSON.
 */
function readable({ name, request, reply, answer }: Answering): unknown {
  const isRead = request.headers.accept?.includes('text/html');
  if (reply.statusCode < 400 || !isRead || typeof answer !== 'string') return answer;
  const { title } = findReportScreen(name);
  const link = {
    to: screenAddressOfLink(name, Credentials.parse(request.query)),
    text: 'Back to the report',
  };
  return plainPage(reply, { title, says: workbookErrorText(Refusal.parse(JSON.parse(answer))), link });
}

type Asking = { app: AppContext; name: ReportName; request: FastifyRequest; reply: FastifyReply };

async function sendReport({ app, name, request, reply }: Asking) {
  const called = REPORT_CALLS[name].file;
  const staff = await readerOf(app, name, request);
  if (called.access === 'admin' && staff.level !== 'admin') throw new Forbidden();
  const { query } = parseCallInput(REPORT_CALLS[name].shown, request);
  // The schema of this report has checked the query.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  const options = { name, query: query as ReportQuery<ReportName>, staff, gone: clientGoneSignal(reply) };
  await requireKnownCourses(withDatabaseDeadline(app).db, options.query);
  await new Promise<void>((resolve, reject) => {
    const read = (ready: ReadyReport, signal: AbortSignal) => {
      const body = begin(reply, ready.file);
      resolve();
      const taken = {
        report: name,
        asked: options.query,
        by: { name: staff.name, address: clientAddress(request) },
      };
      return auditReportReading(app, ready, {
        taken,
        read: (counted) => pipeline(writeWorkbook(workbookSheets(counted), { signal }), body),
      });
    };
    runReport(app, options, read).catch((error: unknown) => {
      // Once part of the workbook was sent, a failure can only abort the response.
      request.log.info({ err: error }, 'a report was not read to its end');
      reject(error instanceof Error ? error : new Error(String(error)));
    });
  });
  return reply;
}

function begin(reply: FastifyReply, file: string): PassThrough {
  const bytes = new PassThrough();
  void sendWorkbook(reply.header('cache-control', 'no-store'), { name: file.replace(/\.xlsx$/, ''), bytes });
  return bytes;
}

/**
 * Returns the staff user who asks for a workbook, by the request's headers, or by the link's credentials: a ticket, else a
 * token.
 */
async function readerOf(app: AppContext, name: ReportName, request: FastifyRequest): Promise<Reader> {
  const limited = withDatabaseDeadline(app);
  if (request.headers['access-token'] !== undefined) return requireSignedInStaff(limited, request);
  const { access_token: token, uid, client, ...rest } = Credentials.parse(request.query);
  if (!token || !uid || !client) throw new SignedOut();
  const read = REPORT_CALLS[name].shown.query.safeParse(rest);
  const asked = read.success ? reportTicketKey(name, read.data) : '';
  const holder = await redeemReportTicket(limited.db, { ticket: token, asked, now: app.now() });
  if (holder) {
    if (holder.email.toLowerCase() !== uid.toLowerCase()) throw new SignedOut();
    return holder;
  }
  if (app.settings.reportLinks === 'ticket') throw new SignedOut(USED_LINK_MESSAGE);
  const { ip, socket } = request;
  const own = requireSignedInStaff(limited, { headers: { 'access-token': token, uid, client }, ip, socket });
  // A ticket that was used before is no session's token either, so the message names the ticket.
  return own.catch((error: unknown) => {
    throw error instanceof SignedOut ? new SignedOut(USED_LINK_MESSAGE) : error;
  });
}
