import { randomBytes } from 'node:crypto';
import type { UncheckedForm } from '../../contract/forms/form.ts';
import type { CallContext, Db, AppContext, Staff } from '../../server/process/context.ts';
import { SavedRecordId } from '../../contract/wire.ts';
import { NotFound, OutsideSystemFailed, rejectField } from '../../server/http/errors.ts';
import { validateForm, validateChange } from '../../server/records/forms.ts';
import { deleteRecord, insertRecord, updateRecord } from '../../server/records/records.ts';
import { lastChangeColumns } from '../../server/records/optimistic-lock.ts';
import { ImagesUnreachable } from '../../integrations/images/image-store.ts';
import { runTransaction } from '../../server/database/transact.ts';
import { auditedSave } from '../audit/audited.steps.ts';
import { createOnce } from '../operations/created-once.steps.ts';
import { findImage } from './images.queries.ts';
import { courseExistsCheck } from '../course-choice/course-choice.queries.ts';
import { images, type ImageForm, type ImageChangeForm } from './images.contract.ts';
import { unmarkMainImage, hasMainImage } from './main/main.queries.ts';
import { reencodePicture, type EncodedPicture } from './picture.steps.ts';

const PICTURE = /^[\w-]{43}\.(jpg|png|webp)$/;

/**
 * Returns the stored picture with a public file name, or null if there is none. Throws OutsideSystemFailed if the store does not
 * answer.
 */
export const fetchPicture = async (app: AppContext, name: string) =>
  PICTURE.test(name) ? reach(() => app.integrations.images.get(name)) : null;

type Making = Pick<CallContext, 'app' | 'staff' | 'idempotencyKey'>;

/**
 * Stores a picture and then its record, once per idempotency key. If the record cannot be saved, the picture is deleted again.
 */
export async function insertImage(sent: UncheckedForm<ImageForm>, { app, staff, idempotencyKey }: Making) {
  const pictures: EncodedPicture[] = [];
  const { course_id, alt, is_main } = await validateForm(sent, (form) => [
    form.is_main && !form.file && (() => rejectField('is_main', NO_PICTURE)),
    form.course_id !== undefined && courseExistsCheck(app.db, { id: form.course_id }, 'course_id'),
    async () => {
      if (form.file instanceof Uint8Array) pictures.push(await reencodePicture(form.file));
    },
  ]);
  const [picture] = pictures;
  const stored = picture && (await store(app, picture));
  const make = (db: Db) =>
    auditedSave({
      db,
      staff,
      action: 'created',
      subject: 'image',
      id: null,
      shown: (id) => findImage(db, id),
      work: async () => {
        const becomesMain = stored !== undefined && (is_main || !(await hasMainImage(db, course_id)));
        if (becomesMain) await unmarkMainImage(db, course_id, staff);
        const values = { course_id, alt, is_main: becomesMain };
        return insertRecord(db, 'images', { ...values, ...stored, ...lastChangeColumns(staff) });
      },
    });
  let made: object | undefined;
  try {
    const answer = await runTransaction(app.db, (db) => {
      made = undefined;
      const making = { db, staff, idempotencyKey };
      return createOnce(images.create, making, async () => (made = await make(db)));
    });
    return SavedRecordId.parse(answer);
  } catch (error) {
    made = undefined;
    throw error;
  } finally {
    if (stored && !made) await app.integrations.images.remove(stored.name).catch(() => undefined);
  }
}

const NO_PICTURE = 'has no picture to be shown for its course';

/** Changes an image's description. If asked, makes the image the main one of its course, in place of the previous one. */
export async function updateImage(db: Db, id: number, sent: UncheckedForm<ImageChangeForm>, staff: Staff) {
  const stored = () => findImage(db, id);
  return auditedSave({
    db,
    staff,
    action: 'edited',
    subject: 'image',
    id,
    shown: (shown) => findImage(db, shown),
    work: async () => {
      const record = { table: 'images', id, stored, by: staff } as const;
      const form = await validateChange(db, record, sent, ({ is_main }) => [
        is_main &&
          (async () => {
            if ((await stored()).url === null) rejectField('is_main', NO_PICTURE);
          }),
      ]);
      const { course_id, is_main: wasMain } = await stored();
      if (form.is_main && !wasMain) await unmarkMainImage(db, course_id, staff);
      const { alt, is_main } = form;
      return updateRecord(db, 'images', id, { alt, is_main, ...lastChangeColumns(staff) });
    },
  });
}

// The name has 256 random bits, so that nobody can guess a picture's address.
async function store(app: AppContext, { bytes, ending, ...about }: EncodedPicture) {
  const name = `${randomBytes(32).toString('base64url')}.${ending}`;
  await reach(() => app.integrations.images.put(name, { bytes, mediaType: about.media_type }));
  return { name, bytes: bytes.length, ...about };
}

/** Deletes a picture and then its record. If the store does not answer, the record stays, so that deletion can be repeated. */
export async function deleteImage(app: AppContext, id: number, staff: Staff) {
  const image = await app.db.selectFrom('images').select('name').where('id', '=', id).executeTakeFirst();
  if (!image) throw new NotFound('This image');
  const { name } = image;
  if (name !== null) await reach(() => app.integrations.images.remove(name));
  return runTransaction(app.db, (db) =>
    auditedSave({
      db,
      staff,
      action: 'deleted',
      subject: 'image',
      id,
      shown: (shown) => findImage(db, shown),
      work: () => deleteRecord(db, 'images', id, 'This image'),
    }),
  );
}

async function reach<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ImagesUnreachable) throw new OutsideSystemFailed(error.message);
    throw error;
  }
}
