import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { clientAddress } from '../../server/access/device.ts';
import { signedIn } from '../../server/access/access.ts';
import { withDeadline } from '../../server/database/driver/retry.ts';
import { download } from '../../server/http/download.ts';
import { Forbidden, SignedOut } from '../../server/http/errors.ts';
import { plainPage } from '../../server/http/pages/plain-page.ts';
import { clientGoneSignal, parseInput } from '../../server/http/serve.ts';
import type { AppContext, Staff } from '../../server/process/context.ts';
import { workbook } from '../../server/workbook/workbook.ts';
import { REPORT_NAMES, REPORTS, type QueryOf, type ReportName } from './reports.contract.ts';
import { requireKnown, runReport, reportSheets, type ReadyReport } from './running/run.steps.ts';
import { recordReading } from './running/recorded-reading.steps.ts';
import { askedFor, redeemTicket, USED_UP } from './running/tickets.queries.ts';
import { addressOfLink, refusalRead, screenOf } from './screens/report-screens.rules.ts';

const Text = z.string().optional().catch(undefined);
const Credentials = z.looseObject({ access_token: Text, uid: Text, client: Text });
const Refusal = z.object({ message: Text, errors: z.record(z.string(), z.array(z.string())).optional() });

type Reader = Pick<Staff, 'id' | 'name' | 'level'>;

/** Serves the workbooks of reports to links that open in a new tab, with a ticket or a session's token in their address. */
export function serveReportFiles(server: FastifyInstance, app: AppContext): void {
  for (const name of REPORT_NAMES) {
    const called = REPORTS[name].file;
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
  const { title } = screenOf(name);
  const link = { to: addressOfLink(name, Credentials.parse(request.query)), text: 'Back to the report' };
  return plainPage(reply, { title, says: refusalRead(Refusal.parse(JSON.parse(answer))), link });
}

type Asking = { app: AppContext; name: ReportName; request: FastifyRequest; reply: FastifyReply };

async function sendReport({ app, name, request, reply }: Asking) {
  const called = REPORTS[name].file;
  const staff = await readerOf(app, name, request);
  if (called.access === 'admin' && staff.level !== 'admin') throw new Forbidden();
  const { query } = parseInput(REPORTS[name].shown, request);
  // The schema of this report has checked the query.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  const options = { name, query: query as QueryOf<ReportName>, staff, gone: clientGoneSignal(reply) };
  await requireKnown(withDeadline(app).db, options.query);
  await new Promise<void>((resolve, reject) => {
    const read = (ready: ReadyReport, signal: AbortSignal) => {
      const body = begin(reply, ready.file);
      resolve();
      const taken = {
        report: name,
        asked: options.query,
        by: { name: staff.name, address: clientAddress(request) },
      };
      return recordReading(app, ready, {
        taken,
        read: (counted) => pipeline(workbook(reportSheets(counted), { signal }), body),
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
  void download(reply.header('cache-control', 'no-store'), { name: file.replace(/\.xlsx$/, ''), bytes });
  return bytes;
}

/**
 * Returns the staff user who asks for a workbook, by the request's headers, or by the link's credentials: a ticket, else a
 * token.
 */
async function readerOf(app: AppContext, name: ReportName, request: FastifyRequest): Promise<Reader> {
  const limited = withDeadline(app);
  if (request.headers['access-token'] !== undefined) return signedIn(limited, request);
  const { access_token: token, uid, client, ...rest } = Credentials.parse(request.query);
  if (!token || !uid || !client) throw new SignedOut();
  const read = REPORTS[name].shown.query.safeParse(rest);
  const asked = read.success ? askedFor(name, read.data) : '';
  const holder = await redeemTicket(limited.db, { ticket: token, asked, now: app.now() });
  if (holder) {
    if (holder.email.toLowerCase() !== uid.toLowerCase()) throw new SignedOut();
    return holder;
  }
  if (app.settings.reportLinks === 'ticket') throw new SignedOut(USED_UP);
  const { ip, socket } = request;
  const own = signedIn(limited, { headers: { 'access-token': token, uid, client }, ip, socket });
  // A ticket that was used before is no session's token either, so the message names the ticket.
  return own.catch((error: unknown) => {
    throw error instanceof SignedOut ? new SignedOut(USED_UP) : error;
  });
}
