/** A stored picture, as it is served. */
export type StoredImage = { bytes: Uint8Array; mediaType: string };

/** Stores pictures under names that nobody can guess. */
export type ImageStore = {
  put(name: string, image: StoredImage): Promise<void>;
  /** Returns null if there is none of that name. */
  get(name: string): Promise<StoredImage | null>;
  /** Does nothing if there is none. Throws ImagesUnreachable. */
  remove(name: string): Promise<void>;
};

/** The store failed: nothing is known to have changed. */
export class ImagesUnreachable extends Error {}

/** The media types that are stored, by file extension. */
export const MEDIA_TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

export const mediaTypeOf = (name: string): string =>
  MEDIA_TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
