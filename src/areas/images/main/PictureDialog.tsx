import { useState } from 'react';
import { Button } from '../../../web/components/Button.tsx';
import { Dialog } from '../../../web/components/Dialog.tsx';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { useDialogClose } from '../../../web/leaving/useDialogClose.ts';
import { TextInput } from '../../../web/inputs/TextInput.tsx';
import { FieldErrors, sendCall } from '../../../web/sending/send.ts';
import { useCreateOnce } from '../../../web/records/form/make-once.ts';
import { useAttempt } from '../../../web/sending/useAttempt.ts';
import { images, type MainImage } from '../images.contract.ts';
import { PictureInput } from '../PictureInput.tsx';

type Props = {
  courseId: number;
  name: string;
  /** The course's main image, whose description alone changes if no file is picked; null without one. */
  image: MainImage['image'];
  close: () => void;
  saved: () => Promise<unknown>;
};

/** Edits the main picture of a course: its file and its description. */
export function PictureDialog({ courseId: course_id, name, image, close, saved }: Props) {
  const [file, setFile] = useState<File | null>(null);
  const [alt, setAlt] = useState(image?.alt ?? '');
  const { error, busy, attempt } = useAttempt();
  const mayClose = useDialogClose(close, busy);
  const once = useCreateOnce();
  const errors = error instanceof FieldErrors ? error.errors : {};
  const save = () =>
    attempt(async () => {
      if (file) {
        const made = { course_id, file, alt, is_main: true };
        // A retry is recognized by the file's name, size and time; comparing all bytes would be slow.
        const { name: named, size, lastModified } = file;
        await once([made, named, size, lastModified], (options) =>
          sendCall(images.create, { body: { image: made } }, options),
        );
      } else if (image)
        await sendCall(images.update, {
          body: { id: image.id, image: { alt, updated_at: image.updated_at } },
        });
      else throw new FieldErrors({ file: ['is required'] });
      await saved();
      close();
    });
  const wordless = errors['file'] === undefined && errors['alt'] === undefined;
  return (
    <Dialog title={`Main picture of ${name}`} close={mayClose} size={560}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {error && wordless && <ErrorBox error={error} />}
        {image && (
          <p className="quiet">
            Another file takes the place of the picture; the one before stays among the course’s images.
          </p>
        )}
        <PictureInput file={file} pick={setFile} error={errors['file']?.join(', ')} />
        <TextInput
          label="Alternative Text"
          description="What the picture shows, for those who cannot see it."
          name="alt"
          value={alt}
          error={errors['alt']?.join(', ')}
          readOnly={false}
          change={(typed) => setAlt(typed ?? '')}
        />
        <div className="row">
          <Button type="submit" className="push" look="go" aria-disabled={busy || undefined}>
            {busy ? 'Please wait...' : 'Save picture'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
