import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { signedIn } from '../../server/access/access.ts';
import { withDeadline } from '../../server/database/driver/retry.ts';
import { Forbidden, SignedOut } from '../../server/http/errors.ts';
import { goneOf, received } from '../../server/http/serve.ts';
import type { Desk, Staff } from '../../server/process/context.ts';
import { workbook } from '../../server/workbook/workbook.ts';
import { REPORTS, type QueryOf, type ReportName } from './reports.contract.ts';
import { runReport, type Ready } from './running/run.steps.ts';
import { askedFor, takeTicket } from './running/tickets.queries.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type Credentials = { access_token?: string; uid?: string; client?: string };
type Reader = Pick<Staff, 'id' | 'name' | 'level'>;

/** Serves the workbooks, which links open in another tab: a ticket or a session's token stands in their address. */
export function serveReportFiles(app: FastifyInstance, desk: Desk): void {
  for (const name of Object.keys(REPORTS) as ReportName[]) {
    const { method, path } = REPORTS[name].file;
    app.route({
      method,
      url: path,
      exposeHeadRoute: false,
      handler: (request, reply) => sendReport({ desk, name, request, reply }),
    });
  }
}

type Asking<Name extends ReportName> = {
  desk: Desk;
  name: Name;
  request: FastifyRequest;
  reply: FastifyReply;
};

async function sendReport<Name extends ReportName>({ desk, name, request, reply }: Asking<Name>) {
  const called = REPORTS[name].file;
  const staff = await readerOf(desk, name, request);
  if (called.access === 'admin' && staff.level !== 'admin') throw new Forbidden();
  const {
    access_token: _,
    uid: __,
    client: ___,
    ...query
  } = received(called, request).query as Credentials & object;
  const begun = new Promise<void>((resolve, reject) => {
    const read = (ready: Ready, signal: AbortSignal) => {
      const body = begin(reply, ready.file);
      resolve();
      return pipeline(workbook(sheetsOf(ready), { signal }), body);
    };
    runReport(desk, { name, query: query as QueryOf<Name>, staff, gone: goneOf(request) }, read).catch(
      (error: unknown) => {
        // Once bytes are on their way a failure can only break them off.
        request.log.info({ err: error }, 'a report was not read to its end');
        reject(error as Error);
      },
    );
  });
  await begun;
  return reply;
}

function begin(reply: FastifyReply, file: string): PassThrough {
  const body = new PassThrough();
  void reply
    .header('content-type', XLSX)
    .header('content-disposition', `attachment; filename="${file}"`)
    .header('cache-control', 'no-store')
    .send(body);
  return body;
}

const sheetsOf = ({ title, period, run, sheets }: Ready) =>
  sheets.map((sheet) => ({ ...sheet, title, lines: [period, run] as const }));

/** The staff user behind the headers, or behind the link's own credentials: a ticket first, a session's token else. */
async function readerOf(desk: Desk, name: ReportName, request: FastifyRequest): Promise<Reader> {
  const limited = withDeadline(desk);
  if (request.headers['access-token'] !== undefined) return signedIn(limited, request);
  const sent = request.query as Record<string, unknown>;
  const [token, uid, client] = ['access_token', 'uid', 'client'].map((key) => sent[key]);
  if (typeof token !== 'string' || typeof uid !== 'string' || typeof client !== 'string')
    throw new SignedOut();
  const { access_token: _, uid: __, client: ___, ...rest } = sent;
  const read = REPORTS[name].shown.query.safeParse(rest);
  const asked = read.success ? askedFor(name, read.data) : '';
  const holder = await takeTicket(limited.db, { ticket: token, asked, now: desk.now() });
  if (holder) {
    if (holder.email.toLowerCase() !== uid.toLowerCase()) throw new SignedOut();
    return holder;
  }
  if (desk.settings.reportLinks === 'ticket') throw new SignedOut();
  return signedIn(limited, { headers: { 'access-token': token, uid, client }, ip: request.ip });
}
