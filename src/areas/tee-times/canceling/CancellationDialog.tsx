import { Checkbox, Radio, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { daysBetween, formatDay } from '../../../contract/dates.ts';
import { formatMoney, parseMoney } from '../../../contract/money.ts';
import { useBusiness } from '../../../web/business/business.ts';
import { Dialog } from '../../../web/components/Dialog.tsx';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import '../../../web/inputs/inputs.ts';
import { send } from '../../../web/sending/send.ts';
import { INTERNAL_TEE_TIME } from '../status.rules.ts';
import { teeTimes, type CancelOptions, type TeeTime } from '../tee-times.contract.ts';
import { useCancellation, type Said } from './useCancellation.ts';
import { Button } from '../../../web/components/Button.tsx';
import { Alert } from '../../../web/components/Alert.tsx';

// Spec 1 §8: these texts are misspelled in the product; keep them.
const ERROR = 'An error occured. Please close the dialog and try again.';

export function CancellationDialog({ teeTime, close }: { teeTime: TeeTime; close: () => void }) {
  const { id } = teeTime;
  const options = useQuery({
    queryKey: ['cancel options', id],
    queryFn: () => send(teeTimes.cancelOptions, { params: { id } }),
    gcTime: 0,
  });
  const { said, pending, isDone, isWorking, process, forget } = useCancellation(id);
  const plays = usePlaysIn(teeTime);
  return (
    <Dialog title="Cancelation Options" close={close} size={480}>
      {said && <Outcome said={said} />}
      {options.error && options.error.message !== said?.message && (
        <ErrorBox error={options.error} retry={() => void options.refetch()} />
      )}
      {options.isPending && <p className="quiet">Please wait...</p>}
      {options.data && !options.data.valid && !said && !pending && (
        <Alert tone="danger" role="alert">
          {ERROR} {options.data.why}
        </Alert>
      )}
      {options.data?.valid && !isDone && !pending && (
        // A refused try may have canceled it all the same: then the choices begin anew, without Cancel and Force.
        <Choices
          key={String(options.data.is_canceled)}
          options={options.data}
          plays={plays}
          process={process}
          forget={forget}
          isWorking={isWorking}
        />
      )}
      {pending && (
        <Alert tone="waiting" role="alert">
          <strong>{pending}</strong> This dialog follows it and says what happened.
        </Alert>
      )}
    </Dialog>
  );
}

/** What comes onto the dialog to be chosen or typed next has the focus at once. */
const takeFocus = (input: HTMLInputElement | null): void => input?.focus();

/** How far away the round is, by the days of the calendar. */
function usePlaysIn({ play_date, play_time }: TeeTime): string {
  const { today } = useBusiness();
  const days = daysBetween(today, play_date);
  const when = `${formatDay(play_date)}, ${play_time}`;
  if (days < 0) return `Was to be played on ${when}`;
  if (days === 0) return `Plays today, ${play_time}`;
  return `Plays in ${days} ${days === 1 ? 'day' : 'days'}: ${when}`;
}

function Outcome({ said }: { said: Said }) {
  if (said.valid) {
    return (
      <Alert tone="good" role="status">
        Success. {said.message} Please close the dialog and refresh.
      </Alert>
    );
  }
  return (
    <Alert tone="danger" role="alert">
      {ERROR} {said.message}
      {said.backend_message && <p>{said.backend_message}</p>}
    </Alert>
  );
}

type Mode = 'standard' | 'full' | 'custom';
type ChoicesProps = {
  options: CancelOptions;
  plays: string;
  process: ReturnType<typeof useCancellation>['process'];
  /** Takes away what the last try came to. */
  forget: () => void;
  isWorking: boolean;
};

/** What the button does: `Process: cancel and refund $161.00`. Spec 1 §2 names it Process. */
function verbOf({
  refund,
  cancel,
  cents,
}: {
  refund: boolean;
  cancel: boolean;
  cents: number | null;
}): string {
  const deeds = [cancel && 'cancel', refund && `refund${cents ? ` ${formatMoney(cents)}` : ''}`].filter(
    Boolean,
  );
  return deeds.length > 0 ? `Process: ${deeds.join(' and ')}` : 'Process';
}

const CallFirst = ({ options: { internal, is_canceled } }: { options: CancelOptions }) =>
  internal && !is_canceled ? (
    <Alert tone="waiting">{INTERNAL_TEE_TIME} Then Force Cancel records it here.</Alert>
  ) : null;

function Choices({ options, plays, process, forget, isWorking }: ChoicesProps) {
  const [refund, setRefund] = useState(false);
  const [cancel, setCancel] = useState(false);
  const [force, setForce] = useState(false);
  const [mode, setMode] = useState<Mode>(options.refund_total > 0 ? 'standard' : 'custom');
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const custom = parseMoney(typed);
  const cents = { standard: options.refund_total, full: options.transaction_total, custom }[mode];
  const canRefund = options.transaction_total > 0;
  // Without a course system nobody is asked: only Force Cancel records what was settled by phone.
  const needsForce = cancel && options.internal && !force;
  const isIdle = !refund && !cancel;
  function start(): void {
    if (isWorking || isIdle || needsForce) return;
    const wrong = refund ? wrongWith(cents, options) : null;
    setError(wrong);
    if (wrong !== null) return forget();
    const amount = refund && cents ? { refund_amount: cents } : {};
    void process({ refund, cancel, force_cancel: cancel && force, ...amount });
  }
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <CallFirst options={options} />
      <p className="quiet">
        {plays}. {options.why.replace(/^Plays in \d+ h, (\w)/, (_, first: string) => first.toUpperCase())}
      </p>
      {canRefund && (
        <Checkbox
          label="Refund?"
          ref={takeFocus}
          checked={refund}
          onChange={(event) => setRefund(event.currentTarget.checked)}
        />
      )}
      {refund && <RefundChoice {...{ options, mode, setMode, typed, setTyped, error }} />}
      {!options.is_canceled && (
        <Checkbox
          label="Cancel?"
          ref={canRefund ? undefined : takeFocus}
          checked={cancel}
          onChange={(event) => setCancel(event.currentTarget.checked)}
        />
      )}
      {cancel && (
        <Checkbox
          label="Force Cancel?"
          description={
            options.internal
              ? 'No course system holds this tee time: call the course, then tick this.'
              : 'Records the cancellation even where the course system refuses. Call the course first.'
          }
          checked={force}
          onChange={(event) => setForce(event.currentTarget.checked)}
        />
      )}
      <div className="row">
        <Button
          type="submit"
          className="push"
          look="danger-go"
          aria-disabled={isWorking || needsForce || isIdle || undefined}
        >
          {isWorking ? 'Please wait...' : verbOf({ refund, cancel, cents })}
        </Button>
      </div>
    </form>
  );
}

const wrongWith = (cents: number | null, { transaction_total: left }: CancelOptions): string | null => {
  if (!cents) return 'must be an amount like 412.00';
  return cents > left ? `must be at most ${formatMoney(left)}, what is left to refund` : null;
};

type RefundProps = {
  options: CancelOptions;
  mode: Mode;
  setMode: (mode: Mode) => void;
  typed: string;
  setTyped: (typed: string) => void;
  error: string | null;
};

function RefundChoice({ options, mode, setMode, typed, setTyped, error }: RefundProps) {
  const id = useId();
  const choose = (value: string) => {
    if (value === 'standard' || value === 'full' || value === 'custom') setMode(value);
  };
  return (
    <Radio.Group label="Refund" value={mode} onChange={choose}>
      <div className="stack refund-choice">
        {options.refund_total > 0 && (
          <Radio value="standard" label={`Standard amount, ${formatMoney(options.refund_total)}`} />
        )}
        {options.transaction_total > 0 && (
          <Radio value="full" label={`Full transaction total, ${formatMoney(options.transaction_total)}`} />
        )}
        <Radio value="custom" label="Custom" />
        {mode === 'custom' && (
          <TextInput
            id={id}
            ref={takeFocus}
            label="Refund Amount"
            inputMode="decimal"
            placeholder="$0.00"
            value={typed}
            error={error}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </div>
    </Radio.Group>
  );
}
