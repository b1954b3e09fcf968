import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';

/** A workbook that is sent as a file of this name (ASCII, without its ending) while it is written. */
export class Download {
  constructor(
    readonly name: string,
    readonly bytes: Readable,
  ) {}
}

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Answers with the file; a client that stops reading ends its stream. */
export const download = (reply: FastifyReply, { name, bytes }: Download) =>
  reply.header('content-disposition', `attachment; filename="${name}.xlsx"`).type(WORKBOOK_TYPE).send(bytes);
