import { FileInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ErrorBox } from '../../web/ErrorBox.tsx';
import { FieldGroup, Wide } from '../../web/inputs/FieldGroup.tsx';
import { ReadValue } from '../../web/inputs/ReadValue.tsx';
import { useCourseId, useRecordId } from '../../web/params.ts';
import { RecordPage } from '../../web/records/RecordPage.tsx';
import { useRecord } from '../../web/records/useRecord.ts';
import { FieldErrors, send } from '../../web/send.ts';
import { useSession } from '../../web/session.ts';
import { PageHead } from '../../web/shell/PageHead.tsx';
import { CourseSelect } from '../courses/CourseSelect.tsx';
import { images } from './images.contract.ts';
import './images.css';

/** `file` is the name of the picked one: a form is kept as text, which a file is not. */
type Form = { course_id: number | null; course_name: string; url: string | null; file: string };

/** An image is made or deleted, never changed: the form of a new one and the look at an old one have little in common. */
export function ImageDetail() {
  const courseId = useCourseId();
  const [picked, setPicked] = useState<File | null>(null);
  const record = useRecord<Form>({
    id: useRecordId(),
    load: async (id) => ({ ...(await send(images.show, { params: { id } })), file: '' }),
    blank: () => ({ course_id: courseId, course_name: '', url: null, file: '' }),
    save: async (_, { course_id, file }) => {
      if (course_id === null) throw new FieldErrors({ course_id: ['is required'] });
      return send(images.create, { body: { image: { course_id, ...(file && picked && { file: picked }) } } });
    },
    remove: (id) => send(images.remove, { params: { id } }),
    pathOf: (id) => `/image/${id}`,
    listPath: '/manage-images',
  });
  const field = record.field('file');
  const lost = field.value !== '' && picked === null;
  // A draft that outlived the page knows the name of its file, and no more.
  useEffect(() => {
    if (lost) field.change('');
  });
  if (record.id !== 'new') return <OldImage record={record} />;
  const pick = (file: File | null): void => {
    setPicked(file);
    field.change(file?.name ?? '');
  };
  return (
    <RecordPage title="Image" record={record} editableBy="admin">
      <NewImage record={record} file={field.value === '' ? null : picked} pick={pick} />
    </RecordPage>
  );
}

type Shown = { record: ReturnType<typeof useRecord<Form>> };

function NewImage({ record, file, pick }: Shown & { file: File | null; pick: (file: File | null) => void }) {
  const preview = usePreview(file);
  const course = record.field('course_id');
  return (
    <FieldGroup title="The image" wide>
      <CourseSelect {...course} label="Course" change={(id) => course.change(id ?? null)} />
      <FileInput
        id="field-file"
        name="file"
        label="Upload Image file"
        placeholder="JPEG, PNG or WebP, at most 5 MiB"
        // Named one by one, so that a phone hands over a JPEG instead of its own kind.
        accept="image/jpeg,image/png,image/webp"
        clearable
        value={file}
        onChange={pick}
        error={record.field('file').error}
      />
      {preview && (
        <Wide>
          <img
            key={preview}
            className="image-preview"
            src={preview}
            alt="What will be saved"
            // The server says what is wrong with a file that is no picture.
            onError={(event) => (event.currentTarget.hidden = true)}
          />
        </Wide>
      )}
    </FieldGroup>
  );
}

/** The address of a picked file for as long as it is looked at. */
function usePreview(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return setUrl(null);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

function OldImage({ record }: Shown) {
  const { admin } = useSession();
  const { values: image, saved, error, loadError } = record;
  return (
    <section className="record" aria-label="Image" aria-busy={image === undefined || record.busy}>
      <PageHead title="Image" line={image ? `Number ${record.id}` : 'Please wait...'} />
      {admin && image && (
        <div className="record-bar" role="toolbar" aria-label="Form">
          <button
            type="button"
            className="btn"
            data-look="danger"
            disabled={record.busy}
            onClick={() => void record.remove()}
          >
            Delete
          </button>
        </div>
      )}
      <div role="status">
        {saved && (
          <div className="alert" data-tone="good">
            Success
          </div>
        )}
      </div>
      {loadError && <ErrorBox error={loadError} retry={record.retry} />}
      {error && <ErrorBox error={error} />}
      {image && (
        <div className="record-body">
          <FieldGroup title="The image" wide>
            <ReadValue label="Course">{image.course_name}</ReadValue>
            {image.url ? (
              <Wide>
                <img className="image-preview" src={image.url} alt={image.course_name} />
              </Wide>
            ) : (
              <ReadValue label="Image">None was uploaded</ReadValue>
            )}
          </FieldGroup>
        </div>
      )}
    </section>
  );
}
