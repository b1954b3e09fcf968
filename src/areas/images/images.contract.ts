import { z } from 'zod';
import { call } from '../../contract/call.ts';
import { form, type FormOf } from '../../contract/forms/form.ts';
import { ById, Count, CountQuery, Done, Id, Instant, ListQuery, Saved, Upload } from '../../contract/wire.ts';

/** `url` is null for a record that was saved without a picture. */
const ImageRow = z.object({
  id: z.number(),
  course_id: z.number(),
  course_name: z.string(),
  url: z.string().nullable(),
  created_at: Instant,
  updated_at: Instant,
});
export type ImageRow = z.infer<typeof ImageRow>;

const Image = ImageRow.extend({ image_url: z.string().nullable() });
export type Image = z.infer<typeof Image>;

const ImageForm = form({
  course_id: Id,
  file: Upload.optional(),
});
export type ImageForm = FormOf<typeof ImageForm>;

const list = {
  filters: ['course_name', 'course_id'],
  sorts: ['course_name', 'created_at'],
  opens: { sort: [{ name: 'course_name', desc: false }] },
} as const;
const envelope = ['image'];
// prettier-ignore
export const images = {
  index:  call({ method: 'GET',    path: '/api/images/index',    access: 'staff', query: ListQuery, list, answer: z.array(ImageRow) }),
  count:  call({ method: 'GET',    path: '/api/images/count',    access: 'staff', query: CountQuery, answer: Count }),
  show:   call({ method: 'GET',    path: '/api/images/show/:id', access: 'staff', params: ById, answer: Image }),
  create: call({ method: 'POST',   path: '/api/images',          access: 'admin', upload: true, transaction: 'own', envelope, body: z.object({ image: ImageForm.Form }), answer: Saved }),
  remove: call({ method: 'DELETE', path: '/api/images/:id',      access: 'admin', transaction: 'own', params: ById, answer: Done }),
};
