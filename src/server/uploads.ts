import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { Invalid } from './errors.ts';

/** The largest file of an upload, in bytes. */
export const MAX_UPLOAD_BYTES = 5 * 1024 * 1024;
const TOO_LARGE = 'must be at most 5 MiB';

/** A route in a corner of its own, where multipart bodies are read. */
export const takingUploads = (route: RouteOptions) => async (corner: FastifyInstance) => {
  await corner.register(multipart, {
    limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 20, fieldSize: 1000, parts: 21 },
    throwFileSizeLimit: false,
  });
  corner.route(route);
};

/** Makes a multipart request's parts its body: `image[file]` is `{image: {file}}`. Invalid under `file` where it is too large. */
export async function readUpload(request: FastifyRequest): Promise<void> {
  if (!request.isMultipart()) return;
  const body: Record<string, Record<string, unknown>> = {};
  const errors: Record<string, string[]> = {};
  for await (const part of request.parts()) {
    const [, outer, name] = /^(\w{1,40})\[(\w{1,40})\]$/.exec(part.fieldname) ?? [];
    const bytes = part.type === 'file' ? await part.toBuffer() : null;
    if (!outer || !name) continue;
    if (part.type === 'file' && part.file.truncated) errors[name] = [TOO_LARGE];
    // A browser sends a file box that was left empty as a file without a name or a byte.
    if (bytes !== null && part.type === 'file' && part.filename === '' && bytes.length === 0) continue;
    body[outer] = { ...body[outer], [name]: part.type === 'file' ? bytes : part.value };
  }
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  request.body = body;
}
