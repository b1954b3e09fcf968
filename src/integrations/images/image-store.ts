/** A stored picture with its media type, as browsers receive it. */
export type StoredImage = { bytes: Uint8Array; mediaType: string };

/** A store of pictures under names that nobody can guess. */
export type ImageStore = {
  put(name: string, image: StoredImage): Promise<void>;
  /** Returns a stored picture; null if there is none of that name. */
  get(name: string): Promise<StoredImage | null>;
  /** Deletes a stored picture; does nothing if there is none of that name. Throws ImagesUnreachable. */
  remove(name: string): Promise<void>;
};

/** An error for a picture store that failed: nothing is known to have changed. */
export class ImagesUnreachable extends Error {}

/** The media types of pictures that can be stored, by file extension. */
export const IMAGE_MEDIA_TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

export const imageMediaType = (name: string): string =>
  IMAGE_MEDIA_TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
