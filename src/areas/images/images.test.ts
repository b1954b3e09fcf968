import { crc32 } from 'node:zlib';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type HeaderFields } from '../../../test/support/app.ts';
import { listsRecords } from '../../../test/support/catalogue-lists.ts';
import { aCourse } from '../../../test/support/factories.ts';
import { aPicture, uploadImage } from '../../../test/support/pictures.ts';
import { ImagesUnreachable } from '../../integrations/images/image-store.ts';
import { images } from './images.contract.ts';

const app = testApp();
let admin: HeaderFields;
let south: number;
let north: number;
beforeAll(async () => {
  admin = await app.signedIn('admin');
  south = (await aCourse(app.db, { course_name: 'South' })).id;
  north = (await aCourse(app.db, { course_name: 'north' })).id;
  for (const course of [south, north, south]) await upload(course, await aPicture('png'));
});

const upload = (course: unknown, file: Uint8Array | null, { headers = admin, ...sent } = {} as Sent) =>
  uploadImage(app, headers, { course, file, ...sent });
type Sent = { name?: string; type?: string; headers?: HeaderFields };
const show = (id: number) => app.ok(images.show, { params: { id } }, admin);
const fetchImage = (url: string | null) => app.server.inject({ method: 'GET', url: url ?? '/none' });
const stored = async () => (await readdir(join(app.context.settings.dataDir, 'images'))).length;

// An algorithm with quadratic cost would take seconds for each file, far beyond the time limit of a test.
test('the largest files are read in work that grows with their size', async () => {
  const largest = Buffer.alloc(5 * 1024 * 1024 - 1024, 0xff);
  for (let times = 0; times < 10; times += 1)
    expect(await upload(south, largest)).toMatchObject({
      status: 422,
      body: { errors: { file: ['must be a JPEG, PNG or WebP picture'] } },
    });
});

listsRecords(app, {
  calls: images,
  by: 'course_name',
  byDefault: () => ['north', 'South', 'South'],
  filters: () => [
    [{ course_name: 'NOR' }, ['north']],
    [{ course_id: south }, ['South', 'South']],
  ],
  sorts: () => [
    ['course_name', ['north', 'South', 'South']],
    ['created_at', ['South', 'north', 'South']],
  ],
});

describe('an image', () => {
  test.each(['jpeg', 'png', 'webp'] as const)(
    '%s is drawn again, served to anybody, and deleted with its file',
    async (format) => {
      const original = await aPicture(format);
      expect(original.includes('secret place')).toBe(true);
      const { status, body } = await upload(south, original, { name: 'holiday.txt', type: 'text/plain' });
      expect(status).toBe(200);
      const image = await show(body.id ?? 0);
      expect(image).toMatchObject({ course_id: south, course_name: 'South', image_url: image.url });
      expect(image.url).toMatch(/^\/images\/[\w-]{43}\.(jpg|png|webp)$/);
      const served = await fetchImage(image.url);
      expect(served.statusCode).toBe(200);
      expect(served.headers).toMatchObject({
        'content-type': `image/${format}`,
        'x-content-type-options': 'nosniff',
        'cache-control': expect.stringContaining('immutable'),
        'content-disposition': 'inline',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
      });
      const { format: kept, width, exif } = await sharp(served.rawPayload).metadata();
      expect({ kept, width, exif }).toEqual({ kept: format, width: 60, exif: undefined });
      const files = await stored();
      await app.ok(images.remove, { params: { id: image.id } }, admin);
      expect(await stored()).toBe(files - 1);
      expect((await fetchImage(image.url)).statusCode).toBe(404);
      expect((await app.call(images.show, { params: { id: image.id } }, admin)).status).toBe(404);
      expect((await app.call(images.remove, { params: { id: image.id } }, admin)).status).toBe(404);
    },
  );

  test('loses what a phone appends to it, and is turned as the phone says', async () => {
    const [{ data }, clip] = [
      await sharp(await aPicture('jpeg'))
        .withMetadata({ orientation: 6 })
        .toBuffer({ resolveWithObject: true }),
      Buffer.from('a clip of that moment'),
    ];
    const { body } = await upload(south, Buffer.concat([data, clip]));
    const served = await fetchImage((await show(body.id ?? 0)).url);
    expect(served.rawPayload.includes('a clip of')).toBe(false);
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ width: 40, height: 60 });
  });

  test('may be saved without a file, and then has no address', async () => {
    const { status, body } = await upload(south, null);
    expect(status).toBe(200);
    expect(await show(body.id ?? 0)).toMatchObject({ url: null, image_url: null });
  });

  test('is stored and made once under its key', async () => {
    const keyed = { ...admin, 'idempotency-key': 'an-image-made-once' };
    const first = await upload(south, await aPicture('png'), { headers: keyed });
    expect(first.status).toBe(200);
    const before = await stored();
    const again = await upload(south, await aPicture('jpeg'), { headers: keyed });
    expect(again).toMatchObject({ status: 200, body: { id: first.body.id } });
    expect(await stored()).toBe(before);
    expect((await fetchImage((await show(first.body.id ?? 0)).url)).statusCode).toBe(200);
  });

  test('of a course that is none, or of none, is refused, and nothing is stored', async () => {
    const before = await stored();
    const picture = await aPicture('png');
    for (const course of [424_242, 'x', undefined]) {
      const { status, body } = await upload(course, picture);
      expect(status).toBe(422);
      expect(body.errors).toHaveProperty('course_id');
    }
    expect(await stored()).toBe(before);
  });

  test('is an admin’s to make and to delete', async () => {
    const agent = await app.signedIn('agent');
    expect((await upload(south, await aPicture('png'), { headers: agent })).status).toBe(403);
    expect((await app.call(images.remove, { params: { id: 1 } }, agent)).status).toBe(403);
  });
});

/** Returns a decompression bomb: a PNG of 1 kB that would decode to gigabytes. */
function bomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const typed = Buffer.concat([Buffer.from(type), data]);
    const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    crc.writeUInt32BE(crc32(typed));
    return Buffer.concat([length, typed, crc]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const begin = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    begin,
    chunk('IHDR', head),
    chunk('IDAT', Buffer.from([0x78, 0x9c])),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a file', () => {
  test.each<[string, () => Promise<Uint8Array> | Uint8Array, RegExp]>([
    [
      'SVG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      /JPEG, PNG or WebP/,
    ],
    ['GIF', () => Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64'), /JPEG, PNG or WebP/],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>'), /JPEG, PNG or WebP/],
    [
      'a picture and a page',
      async () => Buffer.concat([await aPicture('png'), Buffer.from('<ScRipt>alert(1)</script>')]),
      /hides another file/,
    ],
    [
      'a picture and a program in its remarks',
      async () => {
        const [picture, remark] = [await aPicture('jpeg'), Buffer.from('<?php phpinfo();')];
        const length = Buffer.from([0xff, 0xfe, 0, remark.length + 2]);
        return Buffer.concat([picture.subarray(0, 2), length, remark, picture.subarray(2)]);
      },
      /hides another file/,
    ],
    [
      'a picture and an archive',
      async () => Buffer.concat([await aPicture('webp'), Buffer.from('PK\x05\x06'), Buffer.alloc(18)]),
      /hides another file/,
    ],
    [
      'a picture and a document',
      async () => Buffer.concat([await aPicture('jpeg'), Buffer.from('%PDF-1.7 %%EOF')]),
      /hides another file/,
    ],
    ['empty', () => Buffer.alloc(0), /JPEG, PNG or WebP/],
    ['half a PNG', async () => (await aPicture('png', 400, 400)).subarray(0, 300), /damaged/],
    ['half a JPEG', async () => (await aPicture('jpeg', 400, 400)).subarray(0, 700), /damaged/],
    ['a WebP in name alone', () => Buffer.from('RIFF\0\0\0\0WEBPnothing'), /damaged/],
    ['a bomb', () => bomb(60_000), /25 megapixels/],
    ['26 megapixels', () => aPicture('png', 6_500, 4_000), /25 megapixels/],
    ['6 MiB', () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(6 * 1024 * 1024)]), /5 MiB/],
    ['5 MiB that are none', () => Buffer.alloc(5 * 1024 * 1024 - 1024, 0xff), /JPEG, PNG or WebP/],
  ])('that is %s is refused with a sentence, and nothing is stored', async (_, make, sentence) => {
    const before = await stored();
    const { status, body } = await upload(south, await make());
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { errors: { file: [expect.stringMatching(sentence)] } },
    });
    expect(await stored()).toBe(before);
  });
});

test('only names of pictures are looked for', async () => {
  for (const name of ['..%2f..%2fetc%2fpasswd', 'x.png', `${'a'.repeat(43)}.svg`, '']) {
    expect((await fetchImage(`/images/${name}`)).statusCode).toBe(404);
  }
});

describe('a form', () => {
  const post = async (contentType: string, payload: string) => {
    const headers = { ...admin, 'content-type': contentType };
    const sent = await app.server.inject({ method: 'POST', url: '/api/images', headers, payload });
    const body: object = sent.json();
    return { status: sent.statusCode, body };
  };
  const part = (name: string, text: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"; filename="a.png"\r\n\r\n${text}`;

  test.each([
    ['that is cut off', 'multipart/form-data; boundary=x', part('image[file]', 'abc')],
    ['without a boundary', 'multipart/form-data', part('image[file]', 'abc')],
  ])('%s is refused with a sentence, and nothing is stored', async (_, type, payload) => {
    const before = await stored();
    expect(await post(type, payload)).toMatchObject({
      status: 422,
      body: { errors: { body: ['cannot be read as a form'] } },
    });
    expect(await stored()).toBe(before);
  });

  test('that is none says what is missing', async () => {
    const sent = JSON.stringify({ image: { course_id: south, file: 'abc' } });
    expect(await post('application/json', sent)).toMatchObject({
      status: 422,
      body: { errors: { file: ['must be a file'] } },
    });
  });
});

test('a store that does not answer leaves the record and says so', async () => {
  const { body } = await upload(south, await aPicture('png'));
  const { id, url } = await show(body.id ?? 0);
  const store = app.context.integrations.images;
  const away = () => Promise.reject(new ImagesUnreachable('The picture store did not answer.'));
  const files = await stored();
  app.context.integrations.images = { put: away, get: away, remove: away };
  try {
    expect(await app.call(images.remove, { params: { id } }, admin)).toMatchObject({
      status: 502,
      body: { message: 'The picture store did not answer.' },
    });
    expect((await upload(south, await aPicture('png'))).status).toBe(502);
    expect((await fetchImage(url)).statusCode).toBe(502);
  } finally {
    app.context.integrations.images = store;
  }
  expect(await stored()).toBe(files);
  expect((await fetchImage(url)).statusCode).toBe(200);
  expect(await show(id)).toMatchObject({ url });
});
