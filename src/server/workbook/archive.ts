import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { ZipFile } from 'yazl';

// The zlib level with the best speed for its size: docs/decisions/0010-own-workbook-writer.md. Every file in the
// archive has the same date.
const OPTIONS = { compressionLevel: 3, mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/** A zip archive that is written from front to back, one file after the other, while its bytes are taken piece by piece. */
export class ZipArchive {
  #made: Buffer[] = [];
  readonly #zip = new ZipFile();

  constructor() {
    this.#zip.outputStream.on('data', (bytes: Buffer) => this.#made.push(bytes));
  }

  /** Returns a copy of the bytes that were added since the last call. */
  take(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(Buffer.concat(this.#made.splice(0)));
  }

  add(path: string, text: string): void {
    this.#zip.addBuffer(Buffer.from(text), path, OPTIONS);
  }

  /**
   * Begins a file in the archive. `write` resolves when most of the earlier data is compressed, so that one piece is
   * compressed while the next is made.
   */
  file(path: string) {
    const content = new PassThrough();
    this.#zip.addReadStream(content, path, OPTIONS);
    const write = async (text: string): Promise<void> => {
      if (!content.write(text)) await once(content, 'drain');
    };
    return { write, close: () => void content.end() };
  }

  /** Writes the archive's list of files, which completes the archive. */
  async finish(): Promise<void> {
    this.#zip.end();
    await once(this.#zip.outputStream, 'end');
  }
}
