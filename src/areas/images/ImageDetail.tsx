import { FileInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ask } from '../../web/ask.ts';
import { ErrorBox } from '../../web/ErrorBox.tsx';
import { FieldGroup, Wide } from '../../web/inputs/FieldGroup.tsx';
import { ReadValue } from '../../web/inputs/ReadValue.tsx';
import { useCourseId, useRecordId } from '../../web/params.ts';
import { Summary } from '../../web/records/RecordPage.tsx';
import { FieldErrors, send } from '../../web/send.ts';
import { useSession } from '../../web/session.ts';
import { PageHead } from '../../web/shell/PageHead.tsx';
import { CourseSelect } from '../courses/CourseSelect.tsx';
import { images } from './images.contract.ts';
import './images.css';

/** An image is made or deleted, never changed: the form of a new one and the look at an old one have little in common. */
export function ImageDetail() {
  const id = useRecordId();
  return id === 'new' ? <NewImage /> : <OldImage id={id} />;
}

function useTry() {
  const [error, setError] = useState<Error | null>(null);
  const [busy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setError(null);
    await work().catch((caught: unknown) =>
      setError(caught instanceof Error ? caught : new Error(String(caught))),
    );
    setBusy(false);
  };
  return { error, busy, attempt, refused: error instanceof FieldErrors ? error.errors : {} };
}

function NewImage() {
  const { admin } = useSession();
  const navigate = useNavigate();
  const [courseId, setCourseId] = useState(useCourseId());
  const [file, setFile] = useState<File | null>(null);
  const { error, busy, attempt, refused } = useTry();
  const preview = usePreview(file);
  const save = () =>
    attempt(async () => {
      if (courseId === null) throw new FieldErrors({ course_id: ['is required'] });
      const saved = await send(images.create, {
        body: { image: { course_id: courseId, ...(file && { file }) } },
      });
      await navigate({ to: `/image/${saved.id}`, replace: true });
    });
  return (
    <section className="record" aria-label="Image" aria-busy={busy}>
      <PageHead title="New Image" line="Not saved yet" />
      {admin && (
        <div className="record-bar" role="toolbar" aria-label="Form">
          <button type="button" className="btn" data-look="go" disabled={busy} onClick={() => void save()}>
            {busy ? 'Please wait...' : 'Save'}
          </button>
        </div>
      )}
      {error instanceof FieldErrors && <Summary errors={error.errors} />}
      {error && !(error instanceof FieldErrors) && <ErrorBox error={error} />}
      <div className="record-body">
        <FieldGroup title="The image">
          <Wide>
            <CourseSelect
              label="Course"
              name="course_id"
              value={courseId}
              error={refused['course_id']?.join(', ')}
              readOnly={!admin}
              change={(id) => setCourseId(id ?? null)}
            />
          </Wide>
          {admin && (
            <Wide>
              <FileInput
                id="field-file"
                name="file"
                label="Upload Image file"
                description="JPEG, PNG or WebP, at most 5 MiB"
                placeholder="Choose a file"
                accept="image/*"
                clearable
                value={file}
                onChange={setFile}
                error={refused['file']?.join(', ')}
              />
            </Wide>
          )}
          {preview && <img className="image-preview" src={preview} alt="What will be saved" />}
        </FieldGroup>
      </div>
    </section>
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

function OldImage({ id }: { id: number }) {
  const { admin } = useSession();
  const navigate = useNavigate();
  const { error, busy, attempt } = useTry();
  const [leaving, setLeaving] = useState(false);
  const loaded = useQuery({
    queryKey: ['image', id],
    queryFn: () => send(images.show, { params: { id } }),
    enabled: !leaving,
  });
  const remove = async () => {
    if (
      !(await ask({ question: 'Delete?', detail: 'This can not be undone.', verb: 'Delete', danger: true }))
    )
      return;
    setLeaving(true);
    await attempt(async () => {
      await send(images.remove, { params: { id } }).catch((refused: unknown) => {
        setLeaving(false);
        throw refused;
      });
      await navigate({ to: '/manage-images' });
    });
  };
  const image = loaded.data;
  return (
    <section className="record" aria-label="Image" aria-busy={loaded.isPending}>
      <PageHead title="Image" line={image ? `Number ${id}` : 'Please wait...'} />
      {admin && image && (
        <div className="record-bar" role="toolbar" aria-label="Form">
          <button
            type="button"
            className="btn"
            data-look="danger"
            disabled={busy}
            onClick={() => void remove()}
          >
            Delete
          </button>
        </div>
      )}
      {(error ?? loaded.error) && (
        <ErrorBox error={error ?? loaded.error ?? new Error()} retry={() => void loaded.refetch()} />
      )}
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
