import multipart, { type Multipart } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { HttpCall } from '../../contract/call.ts';
import type { StreamedFile } from '../../contract/wire.ts';
import { InvalidFields } from './errors.ts';

/** The largest file of an upload, in bytes. */
export const MAX_UPLOAD_BYTES = 5 * 1024 * 1024;
const TOO_LARGE = 'must be at most 5 MiB';

/** Registers a route in a separate Fastify context, in which multipart bodies are parsed. */
export const uploadRoutePlugin = (route: RouteOptions, most: number) => async (corner: FastifyInstance) => {
  await corner.register(multipart, {
    limits: { fileSize: most, files: 1, fields: 20, fieldSize: 1000, parts: 21 },
    throwFileSizeLimit: false,
  });
  corner.route(route);
};

type Part = { name: string; value: unknown; isTooLarge: boolean };

/**
 * Converts the parts of a multipart request into its body: `image[file]` becomes `{image: {file}}`. Throws InvalidFields
 * under `file` if the file is too large.
 */
export async function readUpload(request: FastifyRequest, upload: HttpCall['upload']): Promise<void> {
  if (!request.isMultipart()) return;
  try {
    request.body = await readParts(request, upload === 'streamed');
  } catch (error) {
    // The multipart parser's own errors have a status code; any other error means a body that is broken or cut off.
    if (error instanceof InvalidFields || (error instanceof Error && 'statusCode' in error)) throw error;
    throw new InvalidFields({ body: ['cannot be read as a form'] });
  }
}

async function readParts(request: FastifyRequest, isStreamed: boolean): Promise<unknown> {
  const body: Record<string, Record<string, unknown>> = {};
  const errors: Record<string, string[]> = {};
  const parts = request.parts();
  for (;;) {
    // This is no `for await`, because leaving such a loop early would end a file that is still being read.
    const next: IteratorResult<Multipart, void> = await parts.next();
    if (next.done) break;
    const part = isStreamed ? arriving(next.value) : await readPart(next.value);
    keepPart(part, body, errors);
    if (isStreamed && next.value.type === 'file') break;
  }
  if (Object.keys(errors).length > 0) throw new InvalidFields(errors);
  return body;
}

function keepPart(
  part: Part | null,
  body: Record<string, Record<string, unknown>>,
  errors: Record<string, string[]>,
): void {
  const [, outer, name] = /^(\w{1,40})\[(\w{1,40})\]$/.exec(part?.name ?? '') ?? [];
  if (!part || !outer || !name) return;
  if (part.isTooLarge) errors[name] = [TOO_LARGE];
  body[outer] = { ...body[outer], [name]: part.value };
}

const arriving = (sent: Multipart): Part => {
  if (sent.type === 'field') return { name: sent.fieldname, value: sent.value, isTooLarge: false };
  const { file } = sent;
  const value: StreamedFile = {
    // A handler may stop reading the file and still answer with an error, so the request must stay open.
    bytes: file.iterator({ destroyOnReturn: false }),
    isTooLarge: () => file.truncated,
    passOver: () => void file.resume(),
  };
  return { name: sent.fieldname, value, isTooLarge: false };
};

// Reads a file to its end even if the file is rejected, because otherwise the request would hang. A browser sends an
// empty file box as a file without a name and bytes: that counts as no file.
async function readPart(sent: Multipart): Promise<Part | null> {
  if (sent.type === 'field') return { name: sent.fieldname, value: sent.value, isTooLarge: false };
  const bytes = await sent.toBuffer();
  if (sent.filename === '' && bytes.length === 0) return null;
  return { name: sent.fieldname, value: bytes, isTooLarge: sent.file.truncated };
}
