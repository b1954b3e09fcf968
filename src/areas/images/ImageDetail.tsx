import { useEffect, useState } from 'react';
import { Checkbox } from '../../web/inputs/Checkbox.tsx';
import { FieldGroup, WideField } from '../../web/inputs/FieldGroup.tsx';
import { ReadOnlyValue } from '../../web/inputs/ReadOnlyValue.tsx';
import { TextInput } from '../../web/inputs/TextInput.tsx';
import { useCourseId, useRecordId } from '../../web/navigation/params.ts';
import { ScreenLink } from '../../web/navigation/ScreenLink.tsx';
import { RecordPage } from '../../web/records/RecordPage.tsx';
import { useRecord } from '../../web/records/useRecord.ts';
import { FieldErrors, sendCall } from '../../web/sending/send.ts';
import { useSession } from '../../web/sending/session.ts';
import { CourseSelect } from '../course-choice/CourseSelect.tsx';
import { images, NO_PICTURE_TEXT } from './images.contract.ts';
import { PictureInput } from './PictureInput.tsx';
import './images.css';

/** The form of a new image. `file` has only the name of the picked file, because drafts are stored as text. */
type Form = {
  course_id: number | null;
  course_name: string;
  url: string | null;
  alt: string;
  is_main: boolean;
  file: string;
  updated_at: string | null;
};

const NOTHING_SAID = { alt: '', is_main: false, file: '', updated_at: null };

/** The screen of an image. Its picture is uploaded or deleted but never changed; its description can be changed. */
export function ImageDetail() {
  const courseId = useCourseId();
  const [picked, setPicked] = useState<File | null>(null);
  const record = useRecord<Form>({
    id: useRecordId(),
    load: async (id) => {
      const { course_id, course_name, url, alt, is_main, updated_at } = await sendCall(images.show, {
        params: { id },
      });
      return { course_id, course_name, url, alt, is_main, updated_at, file: '' };
    },
    blank: () => ({ course_id: courseId, course_name: '', url: null, ...NOTHING_SAID }),
    create: async ({ course_id, file, alt, is_main }, options) => {
      if (course_id === null) throw new FieldErrors({ course_id: ['is required'] });
      const image = { course_id, alt, is_main, ...(file && picked && { file: picked }) };
      return sendCall(images.create, { body: { image } }, options);
    },
    update: (id, { alt, is_main, updated_at }) =>
      sendCall(images.update, { body: { id, image: { alt, is_main, updated_at } } }),
    remove: (id) => sendCall(images.remove, { params: { id } }),
    pathOf: (id) => `/image/${id}`,
    listPath: '/manage-images',
  });
  const field = record.field('file');
  const lost = field.value !== '' && picked === null;
  // A draft that was restored after a reload has only the name of its file, so the field is cleared.
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
      <FieldGroup title="Details" wide>
        {record.id === 'new' ? (
          <NewImage record={record} file={field.value === '' ? null : picked} pick={pick} />
        ) : (
          record.values && <OldImage record={record} image={record.values} />
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
  const course = record.field('course_id');
  return (
    <>
      <CourseSelect {...course} label="Course" change={(id?: number | null) => course.change(id ?? null)} />
      <PictureInput file={file} pick={pick} error={record.field('file').error} />
      <Words record={record} />
    </>
  );
}

/** The fields of an image that can be changed after the upload. */
const Words = ({ record: { field } }: Pick<NewProps, 'record'>) => (
  <>
    <WideField>
      <TextInput label="Alternative Text" {...field('alt')} />
    </WideField>
    <Checkbox label="Main picture of the course?" {...field('is_main')} />
  </>
);

type OldProps = Pick<NewProps, 'record'> & { image: Form };

function OldImage({ record, image: { course_id, url, course_name, alt } }: OldProps) {
  const { admin } = useSession();
  return (
    <>
      <ReadOnlyValue label="Course">{course_name}</ReadOnlyValue>
      {url ? (
        <WideField>
          <img className="image-preview" src={url} alt={alt || course_name} />
        </WideField>
      ) : (
        <ReadOnlyValue label="Image">
          {NO_PICTURE_TEXT} {admin && <ScreenLink to={`/image/new/${course_id}`}>New Image</ScreenLink>}
        </ReadOnlyValue>
      )}
      <Words record={record} />
    </>
  );
}
