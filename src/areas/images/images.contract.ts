import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { TextOrEmpty, ExpectedUpdatedAt } from '../../contract/forms/fields.ts';
import { defineForm, type CheckedForm } from '../../contract/forms/form.ts';
import {
  RecordIdParams,
  RowCount,
  CountQuery,
  DoneMessage,
  SentRecordId,
  UtcInstant,
  ListQuery,
  SavedRecordId,
  UploadedFile,
} from '../../contract/wire.ts';

/** The text that the list shows in place of a missing picture. */
export const NO_PICTURE_TEXT = 'no picture yet';

/** An image; `url` is null for a record that was saved without a picture. */
const ImageRow = z.object({
  id: z.number(),
  course_id: z.number(),
  course_name: z.string(),
  url: z.string().nullable(),
  /** The description of the picture, for people who cannot see it. */
  alt: z.string(),
  /** True for the main image of a course; a course has at most one. */
  is_main: z.boolean(),
  created_at: UtcInstant,
  updated_at: UtcInstant,
});
export type ImageRow = z.infer<typeof ImageRow>;

const Image = ImageRow.extend({ image_url: z.string().nullable() });
export type Image = z.infer<typeof Image>;

const alt = TextOrEmpty(200).default('');
const ImageForm = defineForm({
  course_id: SentRecordId,
  file: UploadedFile.optional(),
  alt,
  // A multipart form sends the flag as text.
  is_main: z.preprocess(
    (sent) => (sent === 'true' || sent === 'false' ? sent === 'true' : sent),
    z.boolean().default(false),
  ),
});
export type ImageForm = CheckedForm<typeof ImageForm>;
/** The fields of an image that can be changed; the picture itself cannot. */
const ImageWords = defineForm({ alt, is_main: z.boolean().default(false), updated_at: ExpectedUpdatedAt });
export type ImageChangeForm = CheckedForm<typeof ImageWords>;

/** The main image of a course, or null, and the number of all its images. */
const Main = z.object({
  image: z
    .object({
      id: z.number(),
      url: z.string(),
      alt: z.string(),
      updated_at: UtcInstant,
      width: z.number(),
      height: z.number(),
    })
    .nullable(),
  count: z.number(),
});
export type MainImage = z.infer<typeof Main>;

const list = {
  filters: ['course_name', 'course_id'],
  sorts: ['course_name', 'created_at'],
  opens: { sort: [{ name: 'course_name', desc: false }] },
} as const;
const envelope = ['image'];
// prettier-ignore
export const images = {
  index:  defineCall({ method: 'GET',    path: '/api/images/index',    access: 'staff', query: ListQuery, list, answer: z.array(ImageRow) }),
  count:  defineCall({ method: 'GET',    path: '/api/images/count',    access: 'staff', query: CountQuery, answer: RowCount }),
  show:   defineCall({ method: 'GET',    path: '/api/images/show/:id', access: 'staff', params: RecordIdParams, answer: Image }),
  create: defineCall({ method: 'POST',   path: '/api/images',          access: 'admin', upload: true, transaction: 'own', envelope, body: z.object({ image: ImageForm.Form }), answer: SavedRecordId }),
  // An additional call: the specification only creates and deletes images. It changes the description, and which image is the
  // main one.
  update: defineCall({ method: 'PUT',    path: '/api/images/update',   access: 'admin', ours: true, envelope, body: RecordIdParams.extend({ image: ImageWords.Change }), answer: SavedRecordId }),
  main:   defineCall({ method: 'GET',    path: '/api/images/main/:id', access: 'staff', ours: true, params: RecordIdParams, answer: Main }),
  remove: defineCall({ method: 'DELETE', path: '/api/images/:id',      access: 'admin', transaction: 'own', params: RecordIdParams, answer: DoneMessage }),
};
