import { useDebouncedValue } from '@mantine/hooks';
import { useState, type FormEvent } from 'react';
import type { TypedCard } from '../../../contract/cards.ts';
import { formatDay } from '../../../contract/dates.ts';
import { countWithNoun } from '../../../contract/words.ts';
import { Alert } from '../../../web/components/Alert.tsx';
import { Button } from '../../../web/components/Button.tsx';
import { Dialog } from '../../../web/components/Dialog.tsx';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { useDialogClose } from '../../../web/leaving/useDialogClose.ts';
import { TextInput } from '../../../web/inputs/TextInput.tsx';
import { ScreenLink } from '../../../web/navigation/ScreenLink.tsx';
import { unknownOutcomeError } from '../../../web/sending/not-known.ts';
import { FieldErrors, sendCall } from '../../../web/sending/send.ts';
import { useAttempt } from '../../../web/sending/useAttempt.ts';
import { useCourseName } from '../../course-choice/useCourseList.ts';
import { storedCustomerName, unsavedNameText } from '../../customers/duplicates/stored-name.rules.ts';
import { useCustomerMatch } from '../../customers/duplicates/useCustomerMatch.ts';
import { queuePath } from '../entries.rules.ts';
import { waitList, type QueuedLead } from '../wait-list.contract.ts';

/** The tee time that a customer wants to wait for. `play_time` is `HH:MM`. */
export type WantedTeeTime = { course: { id: number }; lead_date: string; play_time: string; players: number };
export type WaitingCustomer = { first_name: string; last_name: string; email: string; postcode: string };
/** The name of the customer who was just put on the wait list, and the matching open times. */
export type AddedToWaitList = { name: string; open_times: QueuedLead['open_times'] };

type Props = {
  round: WantedTeeTime;
  customer: WaitingCustomer;
  /** Tells if a card was typed, and reads the typed card for sending; the gateway alone stores it, as a token. */
  card: { isTyped: () => boolean; read: (of: WaitingCustomer) => Promise<TypedCard | null> };
  close: () => void;
  done: (waited: AddedToWaitList) => void;
};

// The labels of form fields in error messages; an error of a field that the dialog lacks is shown above its form.
const LABELS: Record<string, string> = {
  course: 'Course',
  lead_date: 'Play Date',
  play_time: 'Play Time',
  players: 'Players',
  'customer.postcode': 'Postal code',
  'credit_card.number': 'Credit card number',
  'credit_card.expmo': 'Exp Mo',
  'credit_card.expyr': 'Exp Yr',
  'credit_card.cvv': 'CVV',
};
const FIELDS = [
  { name: 'first_name', label: 'First name', type: 'text' },
  { name: 'last_name', label: 'Last name', type: 'text' },
  { name: 'email', label: 'Email address', type: 'email' },
  { name: 'primary_phone', label: 'Phone', type: 'tel' },
] as const;

/** Puts a customer on the wait list who cannot be booked now; staff call the customer when a matching time opens. */
export function WaitDialog({ round, customer, card, close, done }: Props) {
  const { error, busy, attempt } = useAttempt();
  const mayClose = useDialogClose(close, busy);
  const [typed, setTyped] = useState({ ...customer, primary_phone: '' });
  const course = useCourseName(round.course.id);
  const [email] = useDebouncedValue(typed.email, 250);
  const known = useCustomerMatch(email, email === typed.email).known ?? null;
  const knownPhone = known?.primary_phone;
  const unsaved = unsavedNameText(typed, known);
  const errors = error instanceof FieldErrors ? error.errors : {};
  const others = Object.entries(errors).filter(([name]) => name in LABELS);
  const isKept = card.isTyped();
  const save = (event: FormEvent): void => {
    event.preventDefault();
    void attempt(async () => {
      const credit_card = await card.read(typed);
      const body = { lost_lead: { ...round, customer: typed, credit_card } };
      const { open_times } = await sendCall(waitList.waitFor, { body }).catch((failed: unknown) => {
        throw unknownOutcomeError(failed, 'whether this caller waits now');
      });
      done({ name: storedCustomerName(typed, known), open_times });
    });
  };
  return (
    <Dialog title="Wait for this" close={mayClose}>
      <form className="stack" onSubmit={save} noValidate>
        <p>
          {[course, countWithNoun(round.players, 'player'), formatDay(round.lead_date), round.play_time]
            .filter(Boolean)
            .join(', ')}
          . Whatever comes free within an hour of it is offered to this customer, by a call.
        </p>
        {others.length > 0 && (
          <ErrorBox
            error={new FieldErrors(Object.fromEntries(others))}
            labelOf={(name) => LABELS[name] ?? name}
          />
        )}
        {error && !(error instanceof FieldErrors) && <ErrorBox error={error} />}
        {FIELDS.map(({ name, label, type }) => (
          <TextInput
            key={name}
            name={`waiting.${name}`}
            label={label}
            type={type}
            readOnly={false}
            value={typed[name]}
            error={errors[`customer.${name}`]?.join(', ')}
            change={(value) => setTyped((now) => ({ ...now, [name]: value ?? '' }))}
            {...(name === 'primary_phone' && knownPhone && { placeholder: `${knownPhone} is known` })}
          />
        ))}
        {unsaved && <p aria-live="polite">{unsaved}</p>}
        <p className="quiet">An e-mail address or a phone number is enough.</p>
        <p className="quiet">
          {isKept
            ? 'The card is left with the payment gateway until a day after; of its number only the end is kept here.'
            : 'No card is left.'}
        </p>
        <div className="row dialog-end">
          <Button aria-disabled={!mayClose} onClick={mayClose}>
            Cancel
          </Button>
          <Button look="go" type="submit" aria-disabled={busy}>
            Wait for this
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Shows who was put on the wait list, and links to the queue of the open time nearest to the wanted time. */
export function WaitingNotice({ waited: { name, open_times } }: { waited: AddedToWaitList }) {
  const [nearest] = open_times;
  const matching = open_times.length === 1 ? '1 open time matches' : `${open_times.length} open times match`;
  return (
    <Alert tone="good" role="status" className="row">
      <span>
        {name} waits: {nearest ? matching : 'no open time matches'} now.
      </span>
      {nearest && <ScreenLink to={queuePath(nearest.id)}>See the queue</ScreenLink>}
    </Alert>
  );
}
