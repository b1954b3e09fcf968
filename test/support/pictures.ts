import sharp from 'sharp';
import type { HeaderFields, TestApp } from './app.ts';

export const aPicture = (format: 'jpeg' | 'png' | 'webp', width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#246' } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .toFormat(format)
    .toBuffer();

type Sent = {
  course?: unknown;
  file: Uint8Array | null;
  /** Further form fields of the image. */
  said?: Record<string, string>;
  name?: string;
  type?: string;
};

/** Sends the form of a new image as a browser does; null or absent fields are left out. */
export async function uploadImage(
  { server }: TestApp,
  headers: HeaderFields,
  { course, file, said = {}, name = 'x.png', type = 'image/png' }: Sent,
) {
  const form = new FormData();
  if (course !== undefined) form.append('image[course_id]', String(course));
  for (const [field, text] of Object.entries(said)) form.append(`image[${field}]`, text);
  if (file) form.append('image[file]', new Blob([Buffer.from(file)], { type }), name);
  const request = new Request('http://x', { method: 'POST', body: form });
  const response = await server.inject({
    method: 'POST',
    url: '/api/images',
    headers: { ...headers, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  const body: { id?: number; errors?: Record<string, string[]> } = response.json();
  return { status: response.statusCode, body };
}
