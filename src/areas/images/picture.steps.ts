import { InvalidFields } from '../../server/http/errors.ts';

const MOST_PIXELS = 25_000_000;
const refuse = (sentence: string): never => {
  throw new InvalidFields({ file: [sentence] });
};

const KINDS = [
  { format: 'jpeg', ending: 'jpg', media_type: 'image/jpeg' },
  { format: 'png', ending: 'png', media_type: 'image/png' },
  { format: 'webp', ending: 'webp', media_type: 'image/webp' },
] as const;
export type EncodedPicture = {
  bytes: Uint8Array;
  ending: string;
  media_type: string;
  width: number;
  height: number;
};

/**
 * Encodes a JPEG, PNG or WebP picture again from its pixels, which removes everything else from the file (location, camera, a
 * hidden second file). The format is detected from the content, whatever the file's name. Throws InvalidFields under `file` for any
 * other file.
 */
export async function reencodePicture(file: Uint8Array): Promise<EncodedPicture> {
  const kind = KINDS.find(({ format }) => format === formatOf(file));
  if (!kind) return refuse('must be a JPEG, PNG or WebP picture');
  if (hidesAnother(file)) return refuse('hides another file: save it once more as a plain picture');
  // The sharp library is loaded with the first picture, because it is large and most processes never need it.
  const { default: sharp } = await import('sharp');
  const image = sharp(file, { limitInputPixels: MOST_PIXELS, failOn: 'warning', sequentialRead: true });
  const { width, height } = await image.metadata().catch(unreadable);
  if (width * height > MOST_PIXELS) return refuse('must have at most 25 megapixels');
  const { data, info } = await image
    .rotate()
    .toFormat(kind.format, { quality: 85 })
    .toBuffer({ resolveWithObject: true })
    .catch(unreadable);
  return {
    bytes: data,
    ending: kind.ending,
    media_type: kind.media_type,
    width: info.width,
    height: info.height,
  };
}

function unreadable(error: unknown): never {
  const tooMany = error instanceof Error && /pixel limit/i.test(error.message);
  return refuse(tooMany ? 'must have at most 25 megapixels' : 'is damaged and cannot be read');
}

const TRACES = [
  '<script',
  '<html',
  '<!doctype',
  '<svg ',
  '<?php',
  '%pdf-',
  'rar!\x1a\x07',
  '7z\xbc\xaf\x27\x1c',
];
const END_OF_ZIP = 'PK\x05\x06';
const ZIP_END_BYTES = 65_557;

// Returns true for a picture that is also a web page, a program or an archive, which is made to deceive. Data that phones
// append (a clip, a second picture) is harmless, because encoding the picture again drops it.
function hidesAnother(file: Uint8Array): boolean {
  const text = Buffer.from(file).toString('latin1');
  const lower = text.toLowerCase();
  return TRACES.some((trace) => lower.includes(trace)) || text.slice(-ZIP_END_BYTES).includes(END_OF_ZIP);
}

const begins = (file: Uint8Array, bytes: readonly number[], at = 0): boolean =>
  bytes.every((byte, n) => file[at + n] === byte);

// Only a file that begins like one of the three formats is given to the image decoder.
function formatOf(file: Uint8Array): 'jpeg' | 'png' | 'webp' | null {
  if (begins(file, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (begins(file, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  return begins(file, [0x52, 0x49, 0x46, 0x46]) && begins(file, [0x57, 0x45, 0x42, 0x50], 8) ? 'webp' : null;
}
