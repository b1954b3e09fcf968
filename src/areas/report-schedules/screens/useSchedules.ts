import { useQuery } from '@tanstack/react-query';
import type { CallInput } from '../../../contract/call.ts';
import { isUnrecognizedChoice, NOT_IN_LIST_TEXT } from '../../../contract/forms/unread.ts';
import { FieldErrors, sendCall } from '../../../web/sending/send.ts';
import type { CreateOnce } from '../../../web/records/form/make-once.ts';
import { reportSchedules } from '../report-schedules.contract.ts';
import type { ScheduleForm } from './form.rules.ts';

export const SCHEDULES_QUERY_KEY = ['report schedules'];
const SOON_MS = 2_000;

/** Loads the report schedules, again every 2 seconds while a report is being sent, and otherwise once a minute. */
export const useSchedules = () =>
  useQuery({
    queryKey: SCHEDULES_QUERY_KEY,
    queryFn: () => sendCall(reportSchedules.index, {}, { background: true }),
    refetchInterval: ({ state }) => (state.data?.some((row) => row.asked_at !== null) ? SOON_MS : 60_000),
  });

type SentSchedule = CallInput<typeof reportSchedules.create>['body']['report_schedule'];

const CHOSEN = ['range', 'comparison', 'weekday', 'day_of_month', 'hour'] as const;

/**
 * Saves a new or an existing report schedule. Throws FieldErrors, as for errors of the server, if a typed text matches no
 * choice.
 */
export async function saveSchedule({ id, ...form }: ScheduleForm, once: CreateOnce): Promise<void> {
  const unread = CHOSEN.filter((name) => isUnrecognizedChoice(form[name]));
  if (unread.length > 0)
    throw new FieldErrors(Object.fromEntries(unread.map((name) => [name, [NOT_IN_LIST_TEXT]])));
  // No field contains unrecognized text here.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  const report_schedule = form as SentSchedule;
  const body = { report_schedule };
  if (id === undefined) await once(body, (options) => sendCall(reportSchedules.create, { body }, options));
  else await sendCall(reportSchedules.update, { body: { id, report_schedule } });
}
