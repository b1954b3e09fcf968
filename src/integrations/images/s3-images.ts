import { S3mini } from 's3mini';
import { ImagesUnreachable, imageMediaType, type ImageStore } from './image-store.ts';

type Bucket = { endpoint: string; region: string; accessKeyId: string; secretAccessKey: string };
const LONGEST_MS = 15_000;

/** Creates a store that keeps pictures as objects in an S3-compatible bucket; the endpoint ends with the bucket's name. */
export function s3ImageStore(bucket: Bucket): ImageStore {
  const s3 = new S3mini({ ...bucket, requestAbortTimeout: LONGEST_MS });
  const reach = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw new ImagesUnreachable('The picture store did not answer.', { cause: error });
    }
  };
  return {
    put: (name, { bytes, mediaType }) =>
      reach(async () => {
        await s3.putObject(name, Buffer.from(bytes), mediaType);
      }),
    get: (name) =>
      reach(async () => {
        const found = await s3.getObjectArrayBuffer(name);
        return found && { bytes: new Uint8Array(found), mediaType: imageMediaType(name) };
      }),
    remove: (name) =>
      reach(async () => {
        await s3.deleteObject(name);
      }),
  };
}
