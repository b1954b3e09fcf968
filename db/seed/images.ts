import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { ImageStore } from '../../src/integrations/images/image-store.ts';
import { seedCourses, type SeedCourse } from './catalogue.ts';
import { insertRows, type SeedDb } from './insert.ts';

const SIZE = { width: 960, height: 540 };
/** The ids of courses with a picture; the other courses show what an empty tab offers. */
const PICTURED = new Set([1, 2, 4, 5, 29, 30]);
const LIGHT = {
  coast: { sky: ['#7fb2d6', '#f6e3c5'], far: '#6f93a4', near: '#3f7a4e', green: '#6fb35f' },
  desert: { sky: ['#8cc0e0', '#ffd9ae'], far: '#a9785c', near: '#5f8a45', green: '#86b95a' },
} as const;

/** Draws a picture for a few courses (sky, hills, a green and its flag), the same in each run. */
export async function fillImages(db: SeedDb, store: ImageStore): Promise<void> {
  const courses = seedCourses().filter(({ id }) => PICTURED.has(id));
  const rows = await Promise.all(
    courses.map(async (course, at) => {
      const bytes = await sharp(Buffer.from(drawn(course)))
        .jpeg({ quality: 80 })
        .toBuffer();
      const name = `${createHash('sha256').update(`picture of ${course.name}`).digest('base64url')}.jpg`;
      await store.put(name, { bytes, mediaType: 'image/jpeg' });
      return {
        id: at + 1,
        course_id: course.id,
        alt: `A green of ${course.name}, its flag and the hills behind it`,
        is_main: true,
        name,
        media_type: 'image/jpeg',
        ...SIZE,
        bytes: bytes.length,
      };
    }),
  );
  await insertRows(db, 'images', rows);
}

function drawn({ id, region }: SeedCourse): string {
  const { sky, far, near, green } = LIGHT[region];
  const { width, height } = SIZE;
  const [bend, flag] = [(id * 53) % 160, 340 + ((id * 97) % 280)];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="sky" x2="0" y2="1"><stop stop-color="${sky[0]}"/><stop offset=".6" stop-color="${sky[1]}"/></linearGradient>
    <rect width="${width}" height="${height}" fill="url(#sky)"/>
    <circle cx="${width - flag}" cy="${120 + bend / 3}" r="42" fill="#fff4d6"/>
    <path d="M0 ${300 - bend / 4}Q240 ${170 + bend} 480 ${280 - bend / 3}T${width} ${240 + bend / 4}V${height}H0Z" fill="${far}"/>
    <path d="M0 ${370 - bend / 3}Q300 ${260 + bend} 600 350T${width} ${380 - bend / 2}V${height}H0Z" fill="${near}"/>
    <ellipse cx="${flag}" cy="446" rx="230" ry="48" fill="${green}"/>
    <path d="M${flag} 446V306" stroke="#f7f7f2" stroke-width="5"/><path d="M${flag} 306l56 19-56 19z" fill="#c8382e"/>
  </svg>`;
}
