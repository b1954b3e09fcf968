import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../web/components/Button.tsx';
import { Dialog } from '../../../web/components/Dialog.tsx';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { useDialogClose } from '../../../web/leaving/useDialogClose.ts';
import { Checkbox } from '../../../web/inputs/Checkbox.tsx';
import { TextInput } from '../../../web/inputs/TextInput.tsx';
import { useCreateOnce } from '../../../web/records/form/make-once.ts';
import { unknownOutcomeError } from '../../../web/sending/not-known.ts';
import { FieldErrors, sendCall } from '../../../web/sending/send.ts';
import { useAttempt } from '../../../web/sending/useAttempt.ts';
import { customerErasing, ERASE_WORD, type ErasedCounts, type ErasurePreview } from './erasing.contract.ts';
import '../merging/merging.css';

const EMPTIED: Record<keyof ErasedCounts, [label: string, what: string]> = {
  rounds: ['Tee times', 'notes and other e-mails'],
  certificates: ['Gift certificates', 'from whom, greeting and memo'],
  leads: ['Leads', 'the saved card'],
  letters: ['Letters', 'to whom, subject and text'],
  entries: ['Audit entries', 'what they say before and after, private notes too'],
};

type Props = {
  customer: { id: number; first_name: string; last_name: string; email: string };
  close: () => void;
  done: () => void;
  /** Called after a failed attempt: the data may have been erased, or the customer has changed. */
  failed: () => void;
};

/** Shows which data of a customer is erased and which stays. The customer's e-mail has to be typed as a confirmation. */
export function EraseDialog({ customer, close, done, failed }: Props) {
  const query = useQuery({
    queryKey: ['forget', customer.id],
    queryFn: ({ signal }) => sendCall(customerErasing.preview, { params: { id: customer.id } }, { signal }),
    gcTime: 0,
  });
  const attempts = useAttempt();
  const mayClose = useDialogClose(close, attempts.busy);
  return (
    <Dialog
      title={`Erase the personal data of ${customer.first_name} ${customer.last_name}`}
      close={mayClose}
      size={560}
    >
      {query.error && <ErrorBox error={query.error} retry={() => void query.refetch()} />}
      {!query.data && !query.error && <p className="quiet">Please wait...</p>}
      {query.data && (
        <Forgetting
          customer={customer}
          done={done}
          failed={failed}
          attempts={attempts}
          close={mayClose}
          preview={query.data}
        />
      )}
    </Dialog>
  );
}

type ForgettingProps = Pick<Props, 'customer' | 'done' | 'failed'> & {
  close: (() => void) | undefined;
  preview: ErasurePreview;
  attempts: ReturnType<typeof useAttempt>;
};

function Forgetting({ customer, preview, close, done, failed, attempts }: ForgettingProps) {
  const { emptied, hindrances, updated_at } = preview;
  const [typed, setTyped] = useState('');
  const [also, setAlso] = useState<string[]>([]);
  const { error, busy, attempt } = attempts;
  const once = useCreateOnce();
  const wrong = error instanceof FieldErrors ? error.errors['typed'] : undefined;
  const forget = () =>
    attempt(async () => {
      const body = { id: customer.id, updated_at, typed, also };
      await once(body, (options) => sendCall(customerErasing.forget, { body }, options)).catch(
        (caught: unknown) => {
          failed();
          throw unknownOutcomeError(caught, 'whether their data was erased');
        },
      );
      done();
    });
  if (hindrances.length > 0) return <Hindered hindrances={hindrances} close={close} />;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void forget();
      }}
    >
      {error && !wrong && <ErrorBox error={error} />}
      <p>
        Name, e-mail, phones and address are emptied, and so is what is written about them. It cannot be
        undone.
      </p>
      <WhatIsEmptied emptied={emptied} />
      <Variants id={customer.id} also={also} setAlso={setAlso} />
      <p className="quiet">
        Amounts, days and courses stay, and so do the books and the audit’s seals. What Pipedrive, Stripe,
        mail servers and backups have of them is emptied there.
      </p>
      <TextInput
        label={`Type ${customer.email || ERASE_WORD} to go on`}
        name="typed"
        value={typed}
        error={wrong?.join(', ')}
        readOnly={false}
        change={(text) => setTyped(text ?? '')}
      />
      <div className="row dialog-end">
        <Button aria-disabled={!close} onClick={close}>
          Close
        </Button>
        <Button type="submit" look="danger-go" aria-disabled={busy || undefined}>
          {busy ? 'Please wait...' : `Erase the data of customer ${customer.id}`}
        </Button>
      </div>
    </form>
  );
}

type VariantsProps = { id: number; also: string[]; setAlso: (also: string[]) => void };

/** Lists spellings that may be this customer's name or somebody else's; the ticked spellings are erased too. */
function Variants({ id, also, setAlso }: VariantsProps) {
  const found = useQuery({
    queryKey: ['forget', 'variants', id],
    queryFn: ({ signal }) => sendCall(customerErasing.variants, { params: { id } }, { signal }),
    gcTime: 0,
  });
  if (found.error) return <ErrorBox error={found.error} retry={() => void found.refetch()} />;
  if (!found.data) return <p className="quiet">Looking for other spellings...</p>;
  const { variants } = found.data;
  if (variants.length === 0) return null;
  return (
    <fieldset className="stack">
      <legend>Likely the same person. Tick what to erase too:</legend>
      {variants.map((variant) => (
        <Checkbox
          key={variant}
          label={variant}
          name={`variant ${variant}`}
          value={also.includes(variant)}
          error={undefined}
          readOnly={false}
          change={(isTicked) =>
            setAlso(isTicked ? [...also, variant] : also.filter((one) => one !== variant))
          }
        />
      ))}
    </fieldset>
  );
}

const Hindered = ({ hindrances, close }: { hindrances: string[]; close: (() => void) | undefined }) => (
  <>
    <p>Their personal data cannot be erased now.</p>
    <ul>
      {hindrances.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
    <div className="row dialog-end">
      <Button data-autofocus onClick={close}>
        Close
      </Button>
    </div>
  </>
);

const isPart = (name: string): name is keyof ErasedCounts => Object.hasOwn(EMPTIED, name);

const WhatIsEmptied = ({ emptied }: { emptied: ErasedCounts }) => (
  <table className="merging" aria-label="Data to erase">
    <tbody>
      {Object.entries(emptied)
        .filter(([, count]) => count > 0)
        .map(([name, count]) => {
          const [label, what] = isPart(name) ? EMPTIED[name] : [name, ''];
          return (
            <tr key={name}>
              <th scope="row">{label}</th>
              <td>
                {count.toLocaleString('en-US')}: {what}
              </td>
            </tr>
          );
        })}
    </tbody>
  </table>
);
