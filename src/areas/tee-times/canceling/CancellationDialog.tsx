import { Checkbox, Radio, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { daysBetween, formatDay } from '../../../contract/dates.ts';
import { formatMoney, parseMoney } from '../../../contract/money.ts';
import { useBusinessSettings } from '../../../web/business/business.ts';
import { Dialog } from '../../../web/components/Dialog.tsx';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import '../../../web/inputs/inputs.ts';
import { useDialogClose } from '../../../web/leaving/useDialogClose.ts';
import { sendCall } from '../../../web/sending/send.ts';
import { INTERNAL_TEE_TIME_TEXT } from '../status/status.rules.ts';
import { teeTimes, type CancelOptions, type RefundChoice, type TeeTime } from '../tee-times.contract.ts';
import { RefundExplanation } from './explained/RefundExplanation.tsx';
import { CANCEL_ERROR_TEXT, CancelOutcome } from './CancelOutcome.tsx';
import { SlowCancellation } from './SlowCancellation.tsx';
import { whyNoRefund } from './refund.rules.ts';
import { useCancellation, type CancellationOutcome } from './useCancellation.ts';
import { needsApproval } from '../refund-limits/refund-limits.rules.ts';
import { ApprovalReasonField } from '../approving/screens/ApprovalReason.tsx';
import { WaitingRefund } from '../approving/screens/WaitingRefund.tsx';
import { Button } from '../../../web/components/Button.tsx';
import { Alert } from '../../../web/components/Alert.tsx';

type Props = {
  teeTime: TeeTime;
  /** `isDone`: the tee time was canceled or refunded. */
  close: (isDone: boolean) => void;
};

export function CancellationDialog({ teeTime, close }: Props) {
  const { id } = teeTime;
  const options = useQuery({
    queryKey: ['cancel options', id],
    queryFn: () => sendCall(teeTimes.cancelOptions, { params: { id } }),
    gcTime: 0,
  });
  const { said, isAnswered, errors, pending, isWorking, isDone, process, forget } = useCancellation(id);
  const mayClose = useDialogClose(() => close(isDone), isWorking);
  const stage = options.data && stageOf(options.data, { said, pending });
  return (
    <Dialog title="Cancelation Options" close={mayClose} size={480}>
      {options.data?.waiting ? (
        <WaitingRefund request={options.data.waiting} done={forget} />
      ) : (
        said && <CancelOutcome outcome={said} />
      )}
      {/* A try without an answer failed of the same cause, and says so. */}
      {options.error && (!said || isAnswered) && (
        <ErrorBox error={options.error} retry={() => void options.refetch()} />
      )}
      {options.isPending && <p className="quiet">Please wait...</p>}
      {stage === 'nothing' && (
        <Alert tone="danger" role="alert">
          {CANCEL_ERROR_TEXT} {options.data?.why}
        </Alert>
      )}
      {options.data && stage === 'choices' && (
        // A rejected request may have canceled the tee time all the same. Then the choices start again, without
        // Cancel and Force.
        <Choices
          key={String(options.data.is_canceled)}
          options={options.data}
          teeTime={teeTime}
          process={process}
          forget={forget}
          isWorking={isWorking}
          wrongReason={errors.reason?.join(', ')}
        />
      )}
      {pending && (
        <Alert tone="waiting" role="alert">
          <strong>{pending}</strong> This dialog will show the outcome.
        </Alert>
      )}
    </Dialog>
  );
}

/** Returns the stage of the cancellation dialog: choices to make, nothing to do, or null for the outcome of a request. */
function stageOf(
  { valid, waiting }: CancelOptions,
  { said, pending }: { said: CancellationOutcome | null; pending: string | null },
): 'choices' | 'nothing' | null {
  // An answer to an earlier press leaves the choices open, because the present choices were not carried out.
  const isDone = (said?.valid || said?.waits) && !said.isEarlier;
  if (waiting || pending || isDone) return null;
  if (valid) return 'choices';
  return said ? null : 'nothing';
}

/** Moves the focus to a choice or field that just appeared in the dialog. */
const takeFocus = (input: HTMLInputElement | null): void => input?.focus();

// Up to this many days ahead the time left is shown in hours, in which a refund window is measured; further ahead in
// days.
const NEAR_DAYS = 3;

type TermsProps = { teeTime: TeeTime; options: CancelOptions };
/** Says when the tee time is played, and how the standard refund follows from that. */
function Terms({ teeTime: { play_date, play_time }, options: { why, rule } }: TermsProps) {
  const { today } = useBusinessSettings();
  const days = daysBetween(today, play_date);
  const when = `${formatDay(play_date)}, ${play_time}`;
  const inDays = `Plays in ${days} days: ${when}. ${rule}`;
  const near = days === 0 ? `Today, ${play_time}` : when;
  const inHours = `${days < 0 ? `Was to be played on ${when}` : near}. ${why}`;
  return <p className="quiet">{days > NEAR_DAYS ? inDays : inHours}</p>;
}

type ChoicesProps = {
  teeTime: TeeTime;
  options: CancelOptions;
  process: ReturnType<typeof useCancellation>['process'];
  /** Clears the outcome of the last request. */
  forget: () => void;
  isWorking: boolean;
  wrongReason: string | undefined;
};

type Verb = { refund: boolean; cancel: boolean; cents: number | null; isAsked: boolean };
/**
 * Returns the label of the button: `Process: cancel and refund $161.00`. The specification (Spec 1 §2) calls the
 * button Process.
 */
function verbOf({ refund, cancel, cents, isAsked }: Verb): string {
  const deeds = [cancel && 'cancel', refund && `refund${cents ? ` ${formatMoney(cents)}` : ''}`].filter(
    Boolean,
  );
  if (deeds.length === 0) return 'Process';
  return `Process: ${isAsked ? 'ask to ' : ''}${deeds.join(' and ')}`;
}

const CallFirst = ({ options: { internal, is_canceled } }: { options: CancelOptions }) =>
  internal && !is_canceled ? (
    <Alert tone="waiting">{INTERNAL_TEE_TIME_TEXT} Then Force Cancel records it here.</Alert>
  ) : null;

/** Returns the choices that are still possible, because another person may have canceled or refunded concurrently. */
const stillOffered = (
  { refund_total, transaction_total }: CancelOptions,
  { isWanted, chosen }: { isWanted: boolean; chosen: RefundChoice },
) => ({
  refund: isWanted && transaction_total > 0,
  mode: chosen === 'standard' && refund_total === 0 ? 'custom' : chosen,
});

function Choices({ teeTime, options, process, forget, isWorking, wrongReason }: ChoicesProps) {
  const [isWanted, setRefund] = useState(false);
  const [cancel, setCancel] = useState(false);
  const [force, setForce] = useState(false);
  const [chosen, setMode] = useState<RefundChoice>(options.refund_total > 0 ? 'standard' : 'custom');
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const canRefund = options.transaction_total > 0;
  const { refund, mode } = stillOffered(options, { isWanted, chosen });
  const custom = parseMoney(typed);
  const cents = { standard: options.refund_total, full: options.transaction_total, custom }[mode];
  // If no course system holds the tee time, staff call the course, and Force Cancel records what was agreed.
  const needsForce = cancel && options.internal && !force;
  const isIdle = !refund && !cancel;
  const isAsked = isAskedFor(options, { refund, cents });
  function start(): void {
    if (isWorking || isIdle || needsForce) return;
    const wrong = refund ? whyNoRefund(typed, cents, options.transaction_total) : null;
    setError(wrong);
    if (wrong !== null) return forget();
    const amount = refund && cents ? { refund_amount: cents, refund_choice: mode } : {};
    void process({ refund, cancel, force_cancel: cancel && force, ...amount, ...(isAsked && { reason }) });
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
      <Terms teeTime={teeTime} options={options} />
      {canRefund && (
        <Checkbox
          label="Refund?"
          ref={takeFocus}
          checked={refund}
          onChange={(event) => setRefund(event.currentTarget.checked)}
        />
      )}
      {refund && (
        <AmountChoice
          options={options}
          mode={mode}
          setMode={setMode}
          typed={typed}
          setTyped={(amount) => {
            setTyped(amount);
            setError(null);
          }}
          error={error}
        />
      )}
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
      <RefundExplanation options={options} meant={{ refund, cancel, cents }} />
      <ApprovalReasonField
        isAsked={isAsked}
        options={options}
        reason={reason}
        setReason={setReason}
        error={wrongReason}
      />
      <div className="row">
        <Button
          type="submit"
          className="push"
          look="danger-go"
          aria-disabled={isWorking || needsForce || isIdle || undefined}
        >
          {isWorking
            ? 'Please wait...'
            : verbOf({ refund, cancel, cents: offered(cents, options.transaction_total), isAsked })}
        </Button>
      </div>
      <SlowCancellation isUnderWay={isWorking} cancel={cancel} refund={refund} isAsked={isAsked} />
    </form>
  );
}

/** Returns the amount if it can be refunded; null if more than what is left was typed. */
const offered = (cents: number | null, left: number): number | null =>
  cents !== null && cents <= left ? cents : null;

/** Returns true if an admin has to approve the refund. */
const isAskedFor = (
  { free_total, transaction_total }: CancelOptions,
  { refund, cents }: { refund: boolean; cents: number | null },
): boolean => refund && needsApproval(offered(cents, transaction_total) ?? 0, free_total);

type RefundProps = {
  options: CancelOptions;
  mode: RefundChoice;
  setMode: (mode: RefundChoice) => void;
  typed: string;
  setTyped: (typed: string) => void;
  error: string | null;
};

function AmountChoice({ options, mode, setMode, typed, setTyped, error }: RefundProps) {
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
