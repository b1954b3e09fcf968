import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { describe, expect, test } from 'vitest';
import { changesData, type HttpCall } from '../../src/contract/call.ts';
import type { Database } from '../../src/server/database/open.ts';
import { projectRoot } from '../../src/server/process/root.ts';
import { testApp, type HeaderFields } from '../support/app.ts';
import { ownServerDatabase } from '../support/database.ts';
import { faultTable } from '../support/tried.ts';
import { callsWith } from '../conformance/calls.ts';
import { recordsNamedByPath, acceptedListNames } from './fuzz-columns.ts';
import { makeFuzzRequest, type FuzzRequest, type RequestPart } from './fuzz-requests.ts';
import type { KnownValues, MadeValue } from './fuzz-values.ts';
import { makeFuzzRecords, type FuzzRecords } from './fuzz-world.ts';
import { enlargeValue } from './largest-values.ts';
import { longestBlock } from './longest-block.ts';
import { SeededRandomNumbers } from './seeded.ts';

/*
 * Measures how long each HTTP call blocks the event loop with the largest input it accepts, on a company of 100,000 tee
 * times. The figure needs an idle machine, so `npm test` leaves it out; `npm run faults blocks` prints it.
 */
const MOST_MS = 50;
const CANDIDATES = 12;
const TEE_TIMES = 100_000;
/** How often a request that was rejected as too large is sent again with smaller values. */
const REFUSALS = 6;
/** The first requests load and compile code, which is not the call's own cost. */
const WARM_AFTER = 2;
/** An error message is shorter than this, so only the beginning of a longer answer is kept. */
const READ_TO = 20_000;

const isServer = process.env.TEST_DATABASE_URL !== undefined;
const tried = faultTable('blocks');
// Streams are left out, because a stream has no answer until it is ended.
const calls = callsWith(({ stream }) => !stream);

/** Fills a database with the benchmark's company at a tenth of its size. */
async function benchCompany(): Promise<Database> {
  const database = await ownServerDatabase();
  const client = await database.pool.connect();
  try {
    await client.query(`set bench.tee_times = ${TEE_TIMES}`);
    await client.query(readFileSync(join(projectRoot, 'bench', 'dataset.sql'), 'utf8'));
    // The benchmark's discounts and staff users are renamed, because the tests make some with the same codes and e-mails.
    await client.query(`update discounts set code = 'OF-THE-BENCH-' || id`);
    await client.query(`update staff_users set email = 'bench-' || email`);
    await client.query('vacuum (analyze)');
  } finally {
    client.release(true);
  }
  return database;
}

describe.runIf(isServer)('the event loop', { timeout: 600_000 }, () => {
  const app = testApp({ database: benchCompany, checkBooks: false });

  let shared: FuzzRecords | undefined;
  /** Returns separate records for a call that may delete or spend them; calls that only read share one set of records. */
  const worldFor = async (called: HttpCall, admin: HeaderFields): Promise<FuzzRecords> =>
    changesData(called) ? makeFuzzRecords(app, admin) : (shared ??= await makeFuzzRecords(app, admin));

  /** Reads a long answer piece by piece, as from a socket, and keeps only its beginning. */
  async function answered(asked: FuzzRequest): Promise<{ status: number; text: string }> {
    const response = await app.server.inject({ ...asked, payloadAsStream: true });
    let text = '';
    for await (const piece of response.stream())
      if (text.length < READ_TO) text += String(piece).slice(0, READ_TO);
    return { status: response.statusCode, text };
  }

  /**
   * Sends the largest input that a call accepts; returns that input and the milliseconds that the event loop was blocked.
   */
  async function largestOf(called: HttpCall, known: KnownValues, random: SeededRandomNumbers) {
    // The admin signs in again, because the call before may have signed out, changed the password, or used up a rate limit.
    const admin = await app.signedIn('admin');
    await app.db.deleteFrom('sign_in_failures').execute();
    await app.db.deleteFrom('allowances').execute();
    const kept: string[] = [];
    for (let refusals = 0; ; refusals += 1) {
      const enlarge = (made: MadeValue, part: RequestPart) => enlargeValue(made, part, { random, kept });
      const { headers, ...asked } = makeFuzzRequest(called, { kind: 'valid', random, known, enlarge });
      const { result, ms } = await longestBlock(() =>
        answered({ ...asked, headers: { ...headers, ...admin } }),
      );
      const names = result.status === 422 ? refusedFields(result.text) : [];
      if (names.length === 0 || refusals === REFUSALS) return { asked, ms, status: result.status };
      kept.push(...names);
    }
  }

  test.each(calls)('does not stand still for %s', async (name, called) => {
    const random = new SeededRandomNumbers(name);
    const admin = await app.signedIn('admin');
    const known: KnownValues = {
      world: await worldFor(called, admin),
      area: recordsNamedByPath(called),
      ...(await acceptedListNames(app, called, admin)),
    };
    const sent: Awaited<ReturnType<typeof largestOf>>[] = [];
    while (sent.length < CANDIDATES) sent.push(await largestOf(called, known, random));
    const accepted = sent.filter(({ status }) => status === 200).length;
    const [slowest] = sent.slice(WARM_AFTER).toSorted((one, other) => other.ms - one.ms);
    if (!slowest) throw new Error('nothing was sent');
    const { method, url, payload = '' } = slowest.asked;
    const size = url.length + payload.length;
    const note = `${slowest.ms.toFixed(1)} ms at most; ${accepted} of ${CANDIDATES} accepted, the slowest of ${size} signs`;
    tried({ fault: name, times: CANDIDATES, lost: 0, doubled: 0, note });
    const shown = `${method} ${url.slice(0, 500)} ${payload.toString().slice(0, 500)}`;
    expect(slowest.ms, `${note}: ${shown}`).toBeLessThanOrEqual(MOST_MS);
  });
});

const Refusal = z.object({ errors: z.record(z.string(), z.unknown()) });
/** Returns the names of the fields that a 422 answer rejects. */
function refusedFields(body: string): string[] {
  const read = Refusal.safeParse(JSON.parse(body));
  return read.success ? Object.keys(read.data.errors) : [];
}
