import { FileInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { FieldGroup, Wide } from '../../web/inputs/FieldGroup.tsx';
import { ReadValue } from '../../web/inputs/ReadValue.tsx';
import { useCourseId, useRecordId } from '../../web/navigation/params.ts';
import { RecordPage } from '../../web/records/RecordPage.tsx';
import { useRecord } from '../../web/records/useRecord.ts';
import { FieldErrors, send } from '../../web/sending/send.ts';
import { CourseSelect } from '../course-choice/CourseSelect.tsx';
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
    load: async (id) => {
      const { course_id, course_name, url } = await send(images.show, { params: { id } });
      return { course_id, course_name, url, file: '' };
    },
    blank: () => ({ course_id: courseId, course_name: '', url: null, file: '' }),
    create: async ({ course_id, file }) => {
      if (course_id === null) throw new FieldErrors({ course_id: ['is required'] });
      // It may be without its picture, but not by an early Save.
      if (course_id === courseId && file === '') throw new FieldErrors({ file: ['is required'] });
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
  const pick = (file: File | null): void => {
    setPicked(file);
    field.change(file?.name ?? '');
  };
  return (
    <RecordPage
      title="Image"
      name={record.base && `Image of ${record.base.course_name}`}
      kept="images"
      record={record}
      editableBy="admin"
    >
      <FieldGroup title="The image" wide>
        {record.id === 'new' ? (
          <NewImage record={record} file={field.value === '' ? null : picked} pick={pick} />
        ) : (
          record.values && <OldImage image={record.values} />
        )}
      </FieldGroup>
    </RecordPage>
  );
}

type NewProps = {
  record: ReturnType<typeof useRecord<Form>>;
  file: File | null;
  pick: (file: File | null) => void;
};

function NewImage({ record, file, pick }: NewProps) {
  const preview = usePreview(file);
  const course = record.field('course_id');
  return (
    <>
      <CourseSelect {...course} label="Course" change={(id?: number | null) => course.change(id ?? null)} />
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
    </>
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

const OldImage = ({ image: { url, course_name } }: { image: Form }) => (
  <>
    <ReadValue label="Course">{course_name}</ReadValue>
    {url ? (
      <Wide>
        <img className="image-preview" src={url} alt={course_name} />
      </Wide>
    ) : (
      <ReadValue label="Image">None was uploaded</ReadValue>
    )}
  </>
);
