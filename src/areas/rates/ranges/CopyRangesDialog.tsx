import { useState } from 'react';
import { Dialog } from '../../../web/components/Dialog.tsx';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { FieldErrors, sendCall } from '../../../web/sending/send.ts';
import { useAttempt } from '../../../web/sending/useAttempt.ts';
import { CourseChecks } from '../../course-choice/CourseChecks.tsx';
import { CopyTotal, copyEffectText, useCopyPreview } from './CopyPreview.tsx';
import { rateDateRanges, SELECT_COURSE_FIRST } from './rate-date-ranges.contract.ts';
import { Button } from '../../../web/components/Button.tsx';
import { Alert } from '../../../web/components/Alert.tsx';
import { useDialogClose } from '../../../web/leaving/useDialogClose.ts';

type Props = { rateId: number; rangeIds: number[]; close: () => void; done: (message: string) => void };

/** Copies ticked date ranges to other courses. The texts of the dialog are those of Spec 2 §2, misspelling included. */
export function CopyRangesDialog({ rateId, rangeIds, close, done }: Props) {
  const [chosen, setChosen] = useState<{ id: number }[]>([]);
  const { error, busy, attempt } = useAttempt();
  const mayClose = useDialogClose(close, busy);
  const refused = error instanceof FieldErrors ? error.errors['rate_copy'] : undefined;

  const preview = useCopyPreview(rateId, rangeIds);
  const body = { golf_rate_id: rateId, rate_ids: rangeIds, course_ids: chosen.map(({ id }) => id) };

  const copy = () =>
    attempt(async () => {
      if (chosen.length === 0) throw new FieldErrors({ rate_copy: [SELECT_COURSE_FIRST] });
      const { message } = await sendCall(rateDateRanges.copy, { body });
      done(message ?? 'Success');
    });
  return (
    <Dialog title="Select a course to copy this rate to." close={mayClose} size={560}>
      {refused && (
        <Alert tone="danger" role="alert">
          {refused.join(', ')}
        </Alert>
      )}
      {error && !refused && <ErrorBox error={error} />}
      <CourseChecks
        label="Select the coureses to copy rates to."
        name="rate_copy"
        value={chosen}
        notes={new Map((preview.data ?? []).map((course) => [course.id, copyEffectText(course)]))}
        error={undefined}
        readOnly={false}
        change={(courses) => setChosen(courses ?? [])}
      />
      {preview.error && <ErrorBox error={preview.error} retry={() => void preview.refetch()} />}
      <CopyTotal courses={(preview.data ?? []).filter(({ id }) => chosen.some((each) => each.id === id))} />
      <div className="row">
        <Button className="push" look="go" disabled={busy} onClick={() => void copy()}>
          {busy ? 'Please wait...' : 'Save'}
        </Button>
      </div>
    </Dialog>
  );
}
