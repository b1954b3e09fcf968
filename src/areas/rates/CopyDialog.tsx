import { useState } from 'react';
import { asError } from '../../web/as-error.ts';
import { Dialog } from '../../web/Dialog.tsx';
import { ErrorBox } from '../../web/ErrorBox.tsx';
import { FieldErrors, send } from '../../web/send.ts';
import { CourseChecks } from '../courses/CourseChecks.tsx';
import { rates, SELECT_COURSE_FIRST } from './rates.contract.ts';

type Props = { rateId: number; rangeIds: number[]; close: () => void; done: (message: string) => void };

/** Spec 2 §2: the texts of this dialog are the product's own, misspelling included. */
export function CopyDialog({ rateId, rangeIds, close, done }: Props) {
  const [chosen, setChosen] = useState<{ id: number }[]>([]);
  const [error, setError] = useState<Error | null>(null);
  const [busy, setBusy] = useState(false);
  const refused = error instanceof FieldErrors ? error.errors['rate_copy'] : undefined;

  async function copy(): Promise<void> {
    if (chosen.length === 0) return setError(new FieldErrors({ rate_copy: [SELECT_COURSE_FIRST] }));
    setBusy(true);
    setError(null);
    try {
      const body = { golf_rate_id: rateId, rate_ids: rangeIds, course_ids: chosen.map(({ id }) => id) };
      const { message } = await send(rates.copy, { body });
      done(message ?? 'Success');
    } catch (caught) {
      setError(asError(caught));
    }
    setBusy(false);
  }
  return (
    <Dialog title="Select a course to copy this rate to." close={close} size={560}>
      {refused && (
        <div className="alert" data-tone="danger" role="alert">
          {refused.join(', ')}
        </div>
      )}
      {error && !refused && <ErrorBox error={error} />}
      <CourseChecks
        label="Select the coureses to copy rates to."
        name="rate_copy"
        value={chosen}
        error={undefined}
        readOnly={false}
        change={(courses) => setChosen(courses ?? [])}
      />
      <div className="row">
        <button type="button" className="btn push" data-look="go" disabled={busy} onClick={() => void copy()}>
          {busy ? 'Please wait...' : 'Save'}
        </button>
      </div>
    </Dialog>
  );
}
