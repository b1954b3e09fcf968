import { useState, type FormEvent } from 'react';
import { Button } from '../../../web/components/Button.tsx';
import { Dialog } from '../../../web/components/Dialog.tsx';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { useDialogClose } from '../../../web/leaving/useDialogClose.ts';
import { Checkbox } from '../../../web/inputs/Checkbox.tsx';
import { CheckboxList } from '../../../web/inputs/choosing/CheckList.tsx';
import { TextInput } from '../../../web/inputs/TextInput.tsx';
import { toError } from '../../../web/sending/as-error.ts';
import { UnansweredCall } from '../../../web/sending/send.ts';
import { FieldErrors, sendCall } from '../../../web/sending/send.ts';
import { useAttempt } from '../../../web/sending/useAttempt.ts';
import { EVENT_KINDS, EVENT_KIND_LABELS } from '../events.contract.ts';
import { webhookEndpoints, type WebhookEndpoint } from './endpoints.contract.ts';

type Form = Pick<WebhookEndpoint, 'url' | 'kinds' | 'is_on'>;
type Props = {
  partnerId: number;
  /** The webhook to change; null for a new one. */
  of: WebhookEndpoint | null;
  close: () => void;
  /** Called after a save; `secret` is the secret of a new webhook, and null after a change. */
  saved: (secret: string | null) => void;
};

const UNSEEN =
  'We could not confirm that the webhook was created. Close this and check the list. If it is there, choose New secret to see one.';
const KINDS = EVENT_KINDS.map((kind, at) => [at, EVENT_KIND_LABELS[kind]] as const);

/** Lets a person edit a partner's webhook: the address, and the kinds of events that the webhook receives. */
export function WebhookEndpointDialog({ partnerId, of, close, saved }: Props) {
  const [form, setForm] = useState<Form>(of ?? { url: '', kinds: [...EVENT_KINDS], is_on: true });
  const { error, busy, attempt } = useAttempt();
  const mayClose = useDialogClose(close, busy);
  const errors = error instanceof FieldErrors ? error.errors : {};
  const field = (name: keyof Form) => ({ name, error: errors[name]?.join(', '), readOnly: false });
  const save = (event: FormEvent): void => {
    event.preventDefault();
    const { url, kinds, is_on } = form;
    const body = { endpoint: { url, kinds, is_on } };
    void attempt(async () => {
      if (of)
        await sendCall(webhookEndpoints.change, { params: { id: of.id }, body }).then(() => saved(null));
      else {
        const made = await sendCall(webhookEndpoints.make, { params: { id: partnerId }, body }).catch(
          toError,
        );
        if (made instanceof Error) throw made instanceof UnansweredCall ? new Error(UNSEEN) : made;
        saved(made.secret);
      }
    });
  };
  return (
    <Dialog title={of ? 'Edit webhook' : 'New webhook'} close={mayClose} size={560}>
      <form className="stack" onSubmit={save} noValidate>
        {error && !(error instanceof FieldErrors) && <ErrorBox error={error} />}
        <TextInput
          {...field('url')}
          label="Address"
          description="Events are posted there. It begins with https://."
          value={form.url}
          change={(url) => setForm({ ...form, url: url ?? '' })}
        />
        <CheckboxList
          {...field('kinds')}
          label="Is told of"
          options={KINDS}
          value={form.kinds.map((kind) => ({ id: EVENT_KINDS.indexOf(kind) }))}
          change={(chosen) =>
            setForm({ ...form, kinds: EVENT_KINDS.filter((_, at) => chosen?.some(({ id }) => id === at)) })
          }
        />
        <Checkbox
          {...field('is_on')}
          label="Switched on?"
          value={form.is_on}
          change={(is_on) => setForm({ ...form, is_on: is_on ?? false })}
        />
        <div className="row dialog-end">
          <Button aria-disabled={!mayClose} onClick={mayClose}>
            Cancel
          </Button>
          <Button look="go" type="submit" aria-disabled={busy || undefined}>
            {of ? 'Save' : 'Make it'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
