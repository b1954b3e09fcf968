import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useBusinessSettings } from '../../../web/business/business.ts';
import { Button } from '../../../web/components/Button.tsx';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { FieldErrors, sendCall } from '../../../web/sending/send.ts';
import { useAttempt } from '../../../web/sending/useAttempt.ts';
import { PageHead } from '../../../web/shell/pages/PageHead.tsx';
import { courseChoice } from '../../course-choice/course-choice.contract.ts';
import { reports, type ShownReport } from '../reports.contract.ts';
import { parametersAfterTyping } from '../words/typed-days.rules.ts';
import { chartForSheet } from './charts.rules.ts';
import { ReportChart } from './ReportChart.tsx';
import { ReportFields, type ReportFieldFor } from './ReportFields.tsx';
import { ReportTable } from './ReportTable.tsx';
import {
  screenFieldName,
  reportQuery,
  type ReportScreen,
  type ReportParameters,
} from './report-screens.rules.ts';
import { openReportWorkbook, useReportProgress, useReport } from './useReport.ts';
import { useShownSheet, useReportParameters } from './useReportParameters.ts';
import './reports.css';

const PROMPT = 'Plese select your date range...';

type Props = {
  screen: ReportScreen;
  /** Renders further buttons for a report with these parameters. */
  beside: (values: ReportParameters) => ReactNode;
};

/** Shows a report: its parameters, its tables as in the workbook, and the button that opens the workbook. */
export function ReportPage({ screen, beside }: Props) {
  const { name, title, asks } = screen;
  const { today } = useBusinessSettings();
  const [values, change] = useReportParameters(screen);
  const [isPressed, setPressed] = useState(false);
  const ticked = useTicked(values, asks.includes('courses'));
  const { query, missing } = reportQuery(screen, { ...values, courses: ticked });
  const found = useReport(name, missing.length > 0 || ticked === null ? null : query);
  const progress = useReportProgress(name, found.isFetching);
  const { error, busy, attempt } = useAttempt();
  const refused = errorsOf(found.error);
  const wrong = { ...errorsOf(error), ...refused };
  const field: ReportFieldFor = (of) => ({
    name: of,
    value: values[of],
    error: wrong[of] ?? (isPressed && missing.includes(of) ? 'is required' : undefined),
    readOnly: false,
    change: (value) => change(parametersAfterTyping(of, value, today)),
  });
  const run = (): void => {
    setPressed(true);
    const first = missing[0] ?? Object.keys(refused)[0];
    if (first !== undefined) return document.getElementById(`field-${first}`)?.focus();
    void attempt(async () => {
      await openReportWorkbook(name, query);
      progress.writing();
    });
  };
  const shown = missing.length === 0 ? found.data : undefined;
  // The button comes after the fields, in tab order.
  const runButton = (
    <Button
      look="go"
      type="submit"
      onClick={(event) => {
        // Ignores the second click of a double click, so that only one workbook opens.
        if (event.detail > 1) event.preventDefault();
        else if (asks.length === 0) run();
      }}
      aria-disabled={busy}
      className="report-run"
    >
      Run Report
    </Button>
  );
  return (
    <section className="report">
      <PageHead
        title={title}
        line={shown ? shown.period : screen.says}
        actions={
          <>
            {beside(values)}
            {asks.length === 0 && runButton}
          </>
        }
      />
      {asks.length > 0 && (
        <form
          className="card report-asks"
          aria-label="What to report"
          onSubmit={(event) => {
            event.preventDefault();
            run();
          }}
        >
          {asks.includes('span') && <p className="quiet report-prompt">{PROMPT}</p>}
          <ReportFields asks={asks} field={field} values={values} />
          {runButton}
        </form>
      )}
      <Failure error={error} />
      <Failure error={found.error} retry={() => void found.refetch()} />
      <Progress said={progress.said} />
      {shown && !found.error && <Shown report={shown} isOld={found.isPlaceholderData} />}
    </section>
  );
}

/** Shows an error, unless it belongs to an input field, which then shows the error itself. */
const Failure = ({ error, retry }: { error: Error | null; retry?: () => void }) =>
  error && !(error instanceof FieldErrors) && <ErrorBox error={error} {...(retry && { retry })} />;

const Progress = ({ said }: { said: string }) => (
  <p role="status" className="quiet report-progress">
    {said}
    {said && (
      <Button look="quiet" onClick={() => void sendCall(reports.stop, {}).catch(() => undefined)}>
        Stop
      </Button>
    )}
  </p>
);

/** Returns the ticked courses, or all if the user has unticked none; null while the list of courses is loading. */
function useTicked(values: ReportParameters, isAsked: boolean): ReportParameters['courses'] | null {
  const list = useQuery({
    queryKey: ['courses list'],
    queryFn: () => sendCall(courseChoice.list),
    enabled: isAsked && values.courses === null,
  });
  if (!isAsked) return [];
  return values.courses ?? list.data?.map(([id]) => ({ id })) ?? null;
}

function errorsOf(error: Error | null): Partial<Record<keyof ReportParameters, string>> {
  const said = error instanceof FieldErrors ? Object.entries(error.errors) : [];
  return Object.fromEntries(said.map(([name, messages]) => [screenFieldName(name), messages.join(', ')]));
}

function Shown({ report, isOld }: { report: ShownReport; isOld: boolean }) {
  const [sheet, show] = useShownSheet(report.sheets);
  if (!sheet) return null;
  const chart = chartForSheet(report, sheet);
  return (
    <div className="report-shown" aria-busy={isOld} data-old={isOld || undefined}>
      {report.sheets.length > 1 && (
        <div className="row report-tabs" role="group" aria-label="Sheets">
          {report.sheets.map(({ name }) => (
            <Button key={name} look="quiet" aria-pressed={name === sheet.name} onClick={() => show(name)}>
              {name}
            </Button>
          ))}
        </div>
      )}
      {chart && <ReportChart {...chart} shown={sheet.name} />}
      <div className="report-sheet">
        <ReportTable sheet={sheet} title={report.title} />
        <div className="row report-foot quiet">
          {sheet.period && <span>{sheet.period}.</span>}
          <span>{sheet.last}</span>
          <span className="push">{rowsRead(sheet)}</span>
          <span className="report-file">{report.file}</span>
        </div>
      </div>
    </div>
  );
}

function rowsRead({ count, rows }: ShownReport['sheets'][number]): string {
  const shown = rows.filter(Array.isArray).length;
  const all = `${count.toLocaleString('en-US')} row${count === 1 ? '' : 's'}`;
  return shown < count ? `${all}, the first ${shown} shown` : all;
}
