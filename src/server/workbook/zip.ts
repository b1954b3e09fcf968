import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';

// See docs/decisions/0010-own-workbook-writer.md for what others cost.
const LEVEL = 3;
const LARGE = 0xffff_ffff;
const DESCRIPTOR_AND_UTF8 = 0x0808;
const DEFLATED = 8;
const JANUARY_1_1980 = 0x21;

type Field = [bytes: 2 | 4 | 8, value: number];
type Entry = { name: Buffer; at: number; crc: number; packed: number; size: number };

/** Little-endian numbers, each behind how many bytes it takes. */
function numbers(...fields: Field[]): Buffer {
  const all = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 8) all.writeBigUInt64LE(BigInt(value), at);
    else all.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return all;
}

/**
 * A zip archive written from front to back, one file after the other: checksum and sizes stand behind each, so that nothing
 * has to be kept. Only what passes 4 GiB is written as ZIP64, which Excel offers to repair where it is not needed.
 */
export class Zip {
  #made: Buffer[] = [];
  #length = 0;
  readonly #entries: Entry[] = [];

  #add(...parts: Buffer[]): void {
    this.#made.push(...parts);
    for (const part of parts) this.#length += part.length;
  }

  /** The archive's bytes since they were last taken, in memory of their own. */
  take(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.#made.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of this.#made.splice(0)) {
      bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  }

  /** Begins a file. `write` resolves as soon as it may be given more, which is before all of it is deflated. */
  file(path: string) {
    const entry: Entry = { name: Buffer.from(path), at: this.#length, crc: 0, packed: 0, size: 0 };
    this.#entries.push(entry);
    this.#add(numbers([4, 0x0403_4b50], ...described(20, 0, 0, 0), ...named(entry, 0)), entry.name);
    const deflate = createDeflateRaw({ level: LEVEL, chunkSize: 64 * 1024 });
    deflate.on('data', (bytes: Buffer) => {
      entry.packed += bytes.length;
      this.#add(bytes);
    });
    const write = async (text: string): Promise<void> => {
      const bytes = Buffer.from(text);
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      if (!deflate.write(bytes)) await once(deflate, 'drain');
    };
    const close = async (): Promise<void> => {
      const ended = once(deflate, 'end');
      deflate.end();
      await ended;
      const bytes = entry.size > LARGE || entry.packed > LARGE ? 8 : 4;
      this.#add(numbers([4, 0x0807_4b50], [4, entry.crc], [bytes, entry.packed], [bytes, entry.size]));
    };
    return { write, close };
  }

  /** Lists the files: the archive is whole. */
  finish(): void {
    const at = this.#length;
    for (const entry of this.#entries) this.#add(...listed(entry));
    const length = this.#length - at;
    const count = this.#entries.length;
    if (this.#length > LARGE) {
      const counted: Field[] = [...field(4, 0, 0), ...field(8, count, count, length, at)];
      const end = this.#length;
      this.#add(numbers([4, 0x0606_4b50], [8, 44], ...field(2, 45, 45), ...counted));
      this.#add(numbers([4, 0x0706_4b50], [4, 0], [8, end], [4, 1]));
    }
    const place = field(4, Math.min(length, LARGE), Math.min(at, LARGE));
    this.#add(numbers([4, 0x0605_4b50], ...field(2, 0, 0, count, count), ...place, [2, 0]));
  }
}

const field = (bytes: Field[0], ...values: number[]) => values.map((value): Field => [bytes, value]);
const described = (version: number, crc: number, packed: number, size: number): Field[] => [
  ...field(2, version, DESCRIPTOR_AND_UTF8, DEFLATED, 0, JANUARY_1_1980),
  ...field(4, crc, packed, size),
];
const named = ({ name }: Entry, further: number): Field[] => field(2, name.length, further);

function listed(entry: Entry): Buffer[] {
  const { name, at, crc, packed, size } = entry;
  const isLarge = Math.max(at, packed, size) >= LARGE;
  const large = isLarge ? numbers(...field(2, 1, 24), ...field(8, size, packed, at)) : Buffer.alloc(0);
  const version = isLarge ? 45 : 20;
  const sizes = isLarge ? ([LARGE, LARGE] as const) : ([packed, size] as const);
  const head = numbers(
    [4, 0x0201_4b50],
    ...[...field(2, version), ...described(version, crc, ...sizes), ...named(entry, large.length)],
    ...[...field(2, 0, 0, 0), ...field(4, 0, isLarge ? LARGE : at)],
  );
  return [head, name, large];
}
