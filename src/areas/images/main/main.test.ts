import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../../test/support/app.ts';
import { aCourse } from '../../../../test/support/factories.ts';
import { aPicture, uploadImage } from '../../../../test/support/pictures.ts';
import { history } from '../../../contract/history/history.ts';
import { images } from '../images.contract.ts';

const app = testApp();
let admin: HeaderFields;
let agent: HeaderFields;
let picture: Buffer;
let course: number;
beforeAll(async () => {
  admin = await app.signedIn('admin');
  agent = await app.signedIn('agent');
  picture = await aPicture('png');
});
beforeEach(async () => {
  course = (await aCourse(app.db)).id;
});

async function uploaded(said: Record<string, string> = {}, file: Buffer | null = picture): Promise<number> {
  const { status, body } = await uploadImage(app, admin, { course, file, said });
  expect(status).toBe(200);
  return body.id ?? 0;
}
const main = (id = course) => app.ok(images.main, { params: { id } }, agent);
const show = (id: number) => app.ok(images.show, { params: { id } }, agent);
const update = (id: number, image: object, headers = admin) =>
  app.call(images.update, { body: { id, image } }, headers);

describe('the main picture of a course', () => {
  test('is its first, until another is made it', async () => {
    expect(await main()).toEqual({ image: null, count: 0 });
    const first = await uploaded({ alt: 'The first green' });
    const second = await uploaded();
    expect(await main()).toMatchObject({
      image: { id: first, alt: 'The first green', width: 60, height: 40 },
      count: 2,
    });
    expect(await update(second, { is_main: true })).toMatchObject({ status: 200 });
    expect((await main()).image?.id).toBe(second);
    expect(await show(first)).toMatchObject({ is_main: false, alt: 'The first green' });
    const third = await uploaded({ is_main: 'true' });
    expect((await main()).image?.id).toBe(third);
    const marked = await app.ok(images.index, { query: { filters: { course_id: course } } }, agent);
    expect(marked.filter(({ is_main }) => is_main).map(({ id }) => id)).toEqual([third]);
  });

  test('is none once it is deleted or no longer marked, and the next one uploaded', async () => {
    const first = await uploaded();
    const second = await uploaded();
    await app.ok(images.remove, { params: { id: first } }, admin);
    expect(await main()).toEqual({ image: null, count: 1 });
    await update(second, { is_main: true });
    await update(second, { is_main: false });
    expect(await main()).toEqual({ image: null, count: 1 });
    expect((await show(await uploaded())).is_main).toBe(true);
  });

  test('is one, whoever else makes another one it at the same time', async () => {
    const ids = [await uploaded(), await uploaded(), await uploaded(), await uploaded()];
    const answers = await Promise.all([
      ...ids.map((id) => update(id, { is_main: true })),
      uploadImage(app, admin, { course, file: picture, said: { is_main: 'true' } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const rows = await app.db
      .selectFrom('images')
      .select('id')
      .where('course_id', '=', course)
      .where('is_main', '=', true)
      .execute();
    expect(rows).toHaveLength(1);
  });

  test('has a picture', async () => {
    const empty = await uploaded({}, null);
    expect((await show(empty)).is_main).toBe(false);
    const refused = {
      status: 422,
      body: { errors: { is_main: [expect.stringMatching(/^has no picture/)] } },
    };
    expect(await update(empty, { is_main: true })).toMatchObject(refused);
    expect(await uploadImage(app, admin, { course, file: null, said: { is_main: 'true' } })).toMatchObject(
      refused,
    );
  });

  test('of a course that is none is a 404', async () => {
    expect((await app.call(images.main, { params: { id: 424_242 } }, agent)).status).toBe(404);
  });
});

describe('what an image shows, in words', () => {
  test('is an admin’s to change, without a card number and not behind somebody’s back', async () => {
    const id = await uploaded();
    const seen = (await show(id)).updated_at;
    expect((await update(id, { alt: 'A green' }, agent)).status).toBe(403);
    expect(await update(id, { alt: 'x'.repeat(201) })).toMatchObject({
      status: 422,
      body: { errors: { alt: [expect.any(String)] } },
    });
    expect(await update(id, { alt: '4242 4242 4242 4242' })).toMatchObject({
      status: 422,
      body: { errors: { alt: ['must not have a card number in it'] } },
    });
    expect(await update(id, { alt: 'A green', updated_at: seen })).toMatchObject({ status: 200 });
    expect(await show(id)).toMatchObject({ alt: 'A green', is_main: true });
    expect((await update(id, { alt: 'A bunker', updated_at: seen })).status).toBe(409);
    expect((await update(424_242, { alt: 'A bunker' })).status).toBe(404);
  });

  test('is told in its history', async () => {
    const id = await uploaded();
    await update(id, { alt: 'A green' });
    const asked = { params: { record: 'images' as const, id }, query: {} };
    const { told } = await app.ok(history.show, asked, agent);
    expect(told).toMatchObject([
      { did: 'changed', changes: [{ field: 'alt', before: null, after: 'A green' }] },
      { did: expect.any(String) },
    ]);
  });
});
