import { foreUpAvailability } from '../../src/areas/availability/open-times.contract.ts';
import { certificateSummaries } from '../../src/areas/gift-certificates/summary/summary.contract.ts';
import { home } from '../../src/areas/home/home.contract.ts';
import { REPORT_CALLS } from '../../src/areas/reports/reports.contract.ts';
import { teeTimeSummaries } from '../../src/areas/tee-times/summary/summary.contract.ts';
import { teeTimes } from '../../src/areas/tee-times/tee-times.contract.ts';
import type { HttpCall } from '../../src/contract/call.ts';
import { listExportCall } from '../../src/contract/exports/exports.ts';

type CallInput = { params?: Record<string, string>; query?: object; body?: object };
const TODAY = { params: { isMonthly: 'false', date: '2026-11-25' } };
const EXPORT = {
  body: { title: 'Rounds', noun: 'tee time', said: '', columns: [{ name: 'course_name', label: 'Course' }] },
};
/** One call of each kind that a read replica may answer. */
export const REPLICA_CALLS: [what: string, called: HttpCall, asked: CallInput][] = [
  ['a list', teeTimes.index, {}],
  ['its count', teeTimes.count, {}],
  ['availability', foreUpAvailability.index, {}],
  ['a card of home', teeTimeSummaries.show, TODAY],
  ['a card of certificates', certificateSummaries.show, TODAY],
  ['the leaderboard', home.agentLeaderboard, { body: { date: '2026-11-25' } }],
  ['what there is to do', home.toDo, {}],
  ['a report', REPORT_CALLS['rate-sheet'].shown, {}],
  ['an export', listExportCall(teeTimes.index), EXPORT],
];

/** Sends a call, reads its answer to the end and returns its status. */
export async function callStatus(
  office: { address: string; headers: Record<string, string> },
  { method, path }: HttpCall,
  { params = {}, body }: CallInput,
): Promise<number> {
  const url = office.address + path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '');
  const headers = { ...office.headers, ...(body && { 'content-type': 'application/json' }) };
  const answer = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  await answer.arrayBuffer();
  return answer.status;
}
