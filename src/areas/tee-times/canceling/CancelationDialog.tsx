import { Checkbox, Radio, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { formatMoney, parseMoney } from '../../../contract/money.ts';
import { Dialog } from '../../../web/Dialog.tsx';
import { ErrorBox } from '../../../web/ErrorBox.tsx';
import '../../../web/inputs/inputs.ts';
import { send } from '../../../web/send.ts';
import { teeTimes, type CancelOptions } from '../tee-times.contract.ts';
import { useCancelation, type Said } from './useCancelation.ts';

// Spec 1 §8: these texts are misspelled in the product; keep them.
const ERROR = 'An error occured. Please close the dialog and try again.';
const INTERNAL = 'This is an INTERNAL tee time. Please call the course to cancel the reservation.';

export function CancelationDialog({ id, close }: { id: number; close: () => void }) {
  const options = useQuery({
    queryKey: ['cancel options', id],
    queryFn: () => send(teeTimes.cancelOptions, { params: { id } }),
    gcTime: 0,
  });
  const cancelation = useCancelation(id);
  return (
    <Dialog title="Cancelation Options" close={close} size={480}>
      {options.error && <ErrorBox error={options.error} retry={() => void options.refetch()} />}
      {options.isPending && <p className="quiet">Please wait...</p>}
      {options.data && !options.data.valid && !cancelation.said && !cancelation.pending && (
        <div className="alert" data-tone="danger" role="alert">
          {ERROR} {options.data.why}
        </div>
      )}
      {options.data?.valid && !cancelation.isDone && !cancelation.pending && (
        <Choices options={options.data} process={cancelation.process} isWorking={cancelation.isWorking} />
      )}
      {cancelation.pending && (
        <div className="alert" data-tone="waiting" role="alert">
          <strong>{cancelation.pending}</strong> This dialog follows it and says what happened.
        </div>
      )}
      {cancelation.said && <Outcome said={cancelation.said} />}
    </Dialog>
  );
}

function Outcome({ said }: { said: Said }) {
  if (said.valid) {
    return (
      <div className="alert" data-tone="good" role="status">
        Success. {said.message} Please close the dialog and refresh.
      </div>
    );
  }
  return (
    <div className="alert" data-tone="danger" role="alert">
      {ERROR} {said.message}
      {said.backend_message && <p>{said.backend_message}</p>}
    </div>
  );
}

type Mode = 'standard' | 'full' | 'custom';
type ChoicesProps = {
  options: CancelOptions;
  process: ReturnType<typeof useCancelation>['process'];
  isWorking: boolean;
};

function Choices({ options, process, isWorking }: ChoicesProps) {
  const [refund, setRefund] = useState(false);
  const [cancel, setCancel] = useState(false);
  const [force, setForce] = useState(false);
  const [mode, setMode] = useState<Mode>(options.refund_total > 0 ? 'standard' : 'custom');
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  function start(): void {
    if (!refund && !cancel) return;
    const custom = parseMoney(typed);
    if (refund && mode === 'custom' && (custom === null || custom === 0)) {
      setError('must be an amount like 412.00');
      return;
    }
    setError(null);
    const amounts = { standard: options.refund_total, full: options.transaction_total, custom: custom ?? 0 };
    void process({
      refund,
      cancel,
      force_cancel: cancel && force,
      ...(refund && { refund_amount: amounts[mode] }),
    });
  }
  const canRefund = options.transaction_total > 0;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      {options.internal && !options.is_canceled && (
        <div className="alert" data-tone="waiting">
          {INTERNAL}
        </div>
      )}
      {canRefund && (
        <Checkbox
          label="Refund?"
          checked={refund}
          onChange={(event) => setRefund(event.currentTarget.checked)}
        />
      )}
      {refund && <RefundChoice {...{ options, mode, setMode, typed, setTyped, error }} />}
      {!options.is_canceled && (
        <Checkbox
          label="Cancel?"
          checked={cancel}
          onChange={(event) => setCancel(event.currentTarget.checked)}
        />
      )}
      {cancel && (
        <Checkbox
          label="Force Cancel?"
          description="Records the cancellation even where the course system refuses. Call the course first."
          checked={force}
          onChange={(event) => setForce(event.currentTarget.checked)}
        />
      )}
      <p className="quiet">{options.why}</p>
      <div className="row">
        <button type="submit" className="btn push" data-look="danger-go" disabled={isWorking}>
          {isWorking ? 'Please wait...' : 'Process'}
        </button>
      </div>
    </form>
  );
}

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
