import { useRef, useState } from 'react';
import { joinWithAnd } from '../../../contract/words.ts';
import { useBusinessSettings } from '../../../web/business/business.ts';
import { formatInstant } from '../../../web/business/instant.ts';
import { Button } from '../../../web/components/Button.tsx';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { askToConfirm } from '../../../web/leaving/ask.ts';
import { ScreenLink } from '../../../web/navigation/ScreenLink.tsx';
import { sendCall } from '../../../web/sending/send.ts';
import { useAttempt } from '../../../web/sending/useAttempt.ts';
import { findReportScreen } from '../../reports/screens/report-screens.rules.ts';
import { reportSchedules, type ReportScheduleRow } from '../report-schedules.contract.ts';
import { REPORT_COMPARISON_WORDS, REPORT_RANGE_WORDS } from '../words/ranges.rules.ts';
import { scheduleTimesText } from '../words/when.rules.ts';
import { scheduledParametersText, toScheduleForm } from './form.rules.ts';
import { ScheduleDialog } from './ScheduleDialog.tsx';
import { useSchedules } from './useSchedules.ts';
import './schedules.css';

/** Lists the report schedules: the user's own, and for an admin everybody's. */
export function Schedules() {
  const found = useSchedules();
  const heading = useRef<HTMLHeadingElement>(null);
  const again = () => found.refetch();
  // The Remove button disappears with its schedule, so the focus moves to the heading.
  const removed = (): void => heading.current?.focus({ preventScroll: true });
  return (
    <section className="card schedules" aria-label="Mailed on a schedule">
      <h2 ref={heading} tabIndex={-1}>
        Mailed on a schedule
      </h2>
      {found.error && <ErrorBox error={found.error} retry={() => void again()} />}
      {found.isPending && <p className="quiet">Please wait...</p>}
      {found.data?.length === 0 && (
        <p className="quiet">
          No schedules yet. “Mail this ...” on a report’s page sends it every day, week or month.
        </p>
      )}
      {found.data && found.data.length > 0 && (
        <ul>
          {found.data.map((row) => (
            <Schedule key={row.id} row={row} again={again} removed={removed} />
          ))}
        </ul>
      )}
    </section>
  );
}

type RowProps = { row: ReportScheduleRow; again: () => Promise<unknown>; removed: () => void };

function Schedule({ row, ...done }: RowProps) {
  const { title, path } = findReportScreen(row.report);
  return (
    <li aria-label={`${title}, ${scheduleTimesText(row)}`}>
      <div className="schedule-what">
        <ScreenLink to={path}>{title}</ScreenLink>{' '}
        {row.paused_at && (
          <span className="tag" data-tone="waiting">
            paused
          </span>
        )}
        <span className="quiet">{whatRead(row)}</span>
      </div>
      <div className="schedule-when">
        <span>{scheduleTimesText(row)}</span>
        <span className="quiet">
          To {joinWithAnd(row.recipients.map((one) => one.name)) || 'nobody who is left'}
          {!row.is_own && `, set up by ${row.owner.name}`}
        </span>
      </div>
      <Runs row={row} />
      <Acts row={row} {...done} />
    </li>
  );
}

function whatRead(row: ReportScheduleRow): string {
  const compared = row.comparison && `against ${REPORT_COMPARISON_WORDS[row.comparison].toLowerCase()}`;
  return [row.range && REPORT_RANGE_WORDS[row.range], compared, scheduledParametersText(row)]
    .filter(Boolean)
    .join(', ');
}

/** Shows when a schedule runs next and ran last, and its last error. */
function Runs({ row }: { row: ReportScheduleRow }) {
  const { timeZone } = useBusinessSettings();
  const at = (instant: string) => formatInstant(instant, timeZone);
  const next = row.paused_at ? 'Not by itself, until it is resumed' : `Next ${at(row.next_run_at)}`;
  return (
    <div className="schedule-runs">
      <span role="status">{row.asked_at ? 'Being sent ...' : next}</span>
      {row.last_run_at && !row.last_error && <span className="quiet">Last {at(row.last_run_at)}</span>}
      {row.last_run_at && row.last_error && (
        <span className="field-error">
          {at(row.last_run_at)}: {row.last_error}
          {row.failures > 1 && ` Failed ${row.failures} times in a row.`}
        </span>
      )}
    </div>
  );
}

function Acts({ row, again, removed }: RowProps) {
  const { id, paused_at, asked_at } = row;
  const { error, busy, attempt } = useAttempt();
  const [isOpen, setOpen] = useState(false);
  const { title } = findReportScreen(row.report);
  const of = `${title}, ${scheduleTimesText(row)}`;
  const params = { id };
  const turn =
    paused_at === null
      ? { verb: 'Pause', work: () => sendCall(reportSchedules.pause, { params }) }
      : { verb: 'Resume', work: () => sendCall(reportSchedules.resume, { params }) };
  // The list is loaded again, because after a conflict it must show what somebody else changed.
  const close = (): void => {
    setOpen(false);
    void again();
  };
  const act = (work: () => Promise<unknown>) => (): void => void attempt(() => work().finally(again));
  const remove = async (): Promise<void> => {
    const question = {
      question: 'Remove?',
      detail: `${of}, is not mailed any more.`,
      verb: 'Remove',
      danger: true,
    };
    if (await askToConfirm(question)) act(() => sendCall(reportSchedules.remove, { params }).then(removed))();
  };
  return (
    <div className="schedule-acts">
      <div className="row">
        <Button
          aria-disabled={busy || asked_at !== null}
          aria-label={`Send now: ${of}`}
          onClick={() => asked_at === null && act(() => sendCall(reportSchedules.send, { params }))()}
        >
          Send now
        </Button>
        <Button aria-disabled={busy} aria-label={`Edit: ${of}`} onClick={() => setOpen(true)}>
          Edit
        </Button>
        <Button
          className="schedule-turn"
          aria-disabled={busy}
          aria-label={`${turn.verb}: ${of}`}
          onClick={act(turn.work)}
        >
          {turn.verb}
        </Button>
        <Button look="danger" aria-disabled={busy} aria-label={`Remove: ${of}`} onClick={() => void remove()}>
          Remove
        </Button>
      </div>
      {error && <ErrorBox error={error} />}
      {isOpen && <ScheduleDialog form={toScheduleForm(row)} close={close} saved={close} />}
    </div>
  );
}
