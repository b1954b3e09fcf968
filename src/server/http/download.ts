import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';

/** A workbook that is streamed to the browser as a file while it is being written; `name` is ASCII without the ending .xlsx. */
export class WorkbookDownload {
  constructor(
    readonly name: string,
    readonly bytes: Readable,
  ) {}
}

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Answers a request with a workbook; a client that stops reading ends the stream. */
export const sendWorkbook = (reply: FastifyReply, { name, bytes }: WorkbookDownload) =>
  reply.header('content-disposition', `attachment; filename="${name}.xlsx"`).type(WORKBOOK_TYPE).send(bytes);
