import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useBusinessSettings } from '../../../web/business/business.ts';
import { Button } from '../../../web/components/Button.tsx';
import { Dialog } from '../../../web/components/Dialog.tsx';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { useDialogClose } from '../../../web/leaving/useDialogClose.ts';
import { CheckboxList } from '../../../web/inputs/choosing/CheckList.tsx';
import { Select } from '../../../web/inputs/choosing/Select.tsx';
import { Radio } from '../../../web/inputs/Radio.tsx';
import { unknownOutcomeError } from '../../../web/sending/not-known.ts';
import { FieldErrors, sendCall } from '../../../web/sending/send.ts';
import { useAttempt } from '../../../web/sending/useAttempt.ts';
import { useCreateOnce } from '../../../web/records/form/make-once.ts';
import { findReportScreen } from '../../reports/screens/report-screens.rules.ts';
import { reportSchedules, type ScheduleRepeats } from '../report-schedules.contract.ts';
import { formatHour, formatDayOfMonth, WEEKDAY_CHOICES } from '../words/when.rules.ts';
import {
  scheduledParametersText,
  COMPARISON_CHOICES,
  currentRangeTexts,
  firstRunText,
  rangeChoices,
  type ScheduleForm,
} from './form.rules.ts';
import { saveSchedule } from './useSchedules.ts';

const REPEATS: [ScheduleRepeats, string][] = [
  ['daily', 'Daily'],
  ['weekly', 'Weekly'],
  ['monthly', 'Monthly'],
];
const HOURS = Array.from({ length: 24 }, (_, hour) => [hour, formatHour(hour)] as const);
const DAYS = Array.from({ length: 31 }, (_, at) => [at + 1, formatDayOfMonth(at + 1)] as const);
const SHOWN = ['repeats', 'weekday', 'day_of_month', 'hour', 'range', 'comparison', 'recipients'];

type Props = { form: ScheduleForm; close: () => void; saved: () => void };

/** Edits a report schedule: how often a report is mailed, for which days, at which hour, and to whom. */
export function ScheduleDialog({ form: begun, close, saved }: Props) {
  const [form, setForm] = useState(begun);
  const { error, busy, attempt } = useAttempt();
  const mayClose = useDialogClose(close, busy);
  const once = useCreateOnce();
  const readers = useQuery({
    queryKey: ['report readers', form.report, form.id],
    queryFn: () => sendCall(reportSchedules.recipients, { query: { report: form.report, id: form.id } }),
  });
  // The user who creates a schedule usually wants the report too, so they are ticked at first.
  const self = (readers.data ?? []).slice(0, 1).map(([id]) => ({ id }));
  const recipients = form.recipients ?? self;
  const { title } = findReportScreen(form.report);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    void attempt(async () => {
      await saveSchedule({ ...form, recipients }, once).catch((failed: unknown) => {
        throw unknownOutcomeError(failed, 'whether it was saved');
      });
      saved();
    });
  };
  const errors = error instanceof FieldErrors ? error.errors : {};
  const others = Object.entries(errors).filter(([field]) => !SHOWN.includes(field));
  return (
    <Dialog title={`Mail ${title}`} close={mayClose} size={560}>
      <form className="stack schedule-form" onSubmit={save} noValidate>
        {error && !(error instanceof FieldErrors) && <ErrorBox error={error} />}
        {others.length > 0 && <ErrorBox error={new FieldErrors(Object.fromEntries(others))} />}
        <WhenFields form={form} change={(changed) => setForm({ ...form, ...changed })} errors={errors} />
        <DayFields form={form} change={(changed) => setForm({ ...form, ...changed })} errors={errors} />
        {readers.error ? (
          <ErrorBox error={readers.error} retry={() => void readers.refetch()} />
        ) : (
          <CheckboxList
            name="recipients"
            label="To"
            options={readers.data ?? []}
            value={recipients}
            error={errors['recipients']?.join(', ')}
            readOnly={false}
            change={(chosen) => setForm({ ...form, recipients: chosen ?? [] })}
          />
        )}
        <First form={form} />
        <div className="row dialog-end">
          <Button aria-disabled={!mayClose} onClick={mayClose}>
            Cancel
          </Button>
          <Button look="go" type="submit" aria-disabled={busy || readers.isPending}>
            {form.id === undefined ? 'Mail it' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type Part = {
  form: ScheduleForm;
  change: (changed: Partial<ScheduleForm>) => void;
  errors: Record<string, string[]>;
};

function WhenFields({ form, change, errors }: Part) {
  const field = (name: keyof ScheduleForm) => ({ name, error: errors[name]?.join(', '), readOnly: false });
  return (
    <>
      <Radio
        {...field('repeats')}
        label="How often"
        options={REPEATS}
        value={form.repeats}
        change={(repeats) => repeats && change({ repeats })}
      />
      <div className="schedule-pair">
        {form.repeats === 'weekly' && (
          <Select
            {...field('weekday')}
            label="On"
            options={WEEKDAY_CHOICES}
            value={form.weekday}
            change={(weekday) => change({ weekday: weekday ?? null })}
          />
        )}
        {form.repeats === 'monthly' && (
          <Select
            {...field('day_of_month')}
            label="On"
            options={DAYS}
            value={form.day_of_month}
            change={(day_of_month) => change({ day_of_month: day_of_month ?? null })}
          />
        )}
        <Select
          {...field('hour')}
          label="At, office time"
          options={HOURS}
          value={form.hour}
          change={(hour) => change({ hour: hour ?? null })}
        />
      </div>
    </>
  );
}

function DayFields({ form, change, errors }: Part) {
  const { today } = useBusinessSettings();
  const field = (name: keyof ScheduleForm) => ({ name, error: errors[name]?.join(', '), readOnly: false });
  const ranges = rangeChoices(form.report);
  const now = currentRangeTexts(form, today);
  return (
    <>
      {ranges.length > 0 && (
        <Select
          {...field('range')}
          label="Which days"
          description={now.range}
          options={ranges}
          value={form.range}
          change={(chosen) => change({ range: chosen ?? null })}
        />
      )}
      {findReportScreen(form.report).asks.includes('compared') && (
        <Select
          {...field('comparison')}
          label="Compared with"
          description={now.comparison}
          options={COMPARISON_CHOICES}
          value={form.comparison}
          change={(comparison) => change({ comparison: comparison ?? null })}
        />
      )}
    </>
  );
}

/** Describes the first run of the schedule, and the report's other parameters. */
function First({ form }: { form: ScheduleForm }) {
  const { timeZone } = useBusinessSettings();
  const [now] = useState(() => new Date());
  const first = firstRunText(form, { now, timeZone });
  const schedule = scheduledParametersText(form);
  return (
    <p className="quiet" role="status">
      {first} {schedule && `Asked for as on its screen: ${schedule}.`}
    </p>
  );
}
