import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';

type Entry = { name: Buffer; at: number; crc: number; packed: number; size: number };

// Of zlib's levels the fastest for its size: docs/decisions/0010-own-workbook-writer.md.
const LEVEL = 3;
const LARGE = 0xffff_ffff;
const NOTHING = Buffer.alloc(0);
const [PLAIN, ZIP64] = [20, 45];
// Sizes behind the file, names in UTF-8; deflated; on January 1 1980.
const METHOD = [0x0808, 8, 0, 0x21];

const u16 = (...values: number[]): Buffer => Buffer.from(Uint16Array.from(values).buffer);
const u32 = (...values: number[]): Buffer => Buffer.from(Uint32Array.from(values).buffer);
const u64 = (...values: number[]): Buffer => Buffer.from(BigUint64Array.from(values.map(BigInt)).buffer);

/**
 * A zip archive written from front to back, one file after the other: checksum and sizes stand behind each, so that nothing
 * has to be kept. Only what passes 4 GiB is written as ZIP64: where it is not needed, Excel offers to repair the file.
 */
export class Zip {
  #made: Buffer[] = [];
  #length = 0;
  readonly #entries: Entry[] = [];

  #add(...parts: Buffer[]): void {
    this.#made.push(...parts);
    for (const part of parts) this.#length += part.length;
  }

  /** The bytes since they were last taken, in memory of their own. */
  take(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(Buffer.concat(this.#made.splice(0)));
  }

  /** Begins a file. `write` resolves when what was written before is deflated: this is, while the next is made. */
  file(path: string) {
    const entry: Entry = { name: Buffer.from(path), at: this.#length, crc: 0, packed: 0, size: 0 };
    this.#entries.push(entry);
    this.#add(u32(0x0403_4b50), u16(PLAIN, ...METHOD), u32(0, 0, 0), u16(entry.name.length, 0), entry.name);
    const deflate = createDeflateRaw({ level: LEVEL, chunkSize: 64 * 1024 });
    deflate.on('data', (bytes: Buffer) => {
      entry.packed += bytes.length;
      this.#add(bytes);
    });
    let before: Promise<void> | undefined;
    const write = async (text: string): Promise<void> => {
      const bytes = Buffer.from(text);
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      await before;
      before = new Promise((done) => void deflate.write(bytes, () => done()));
    };
    const close = async (): Promise<void> => {
      await before;
      deflate.end();
      await once(deflate, 'end');
      const sizes = isLarge(entry) ? u64(entry.packed, entry.size) : u32(entry.packed, entry.size);
      this.#add(u32(0x0807_4b50, entry.crc), sizes);
    };
    return { write, close };
  }

  /** Lists the files: the archive is whole. */
  finish(): void {
    const at = this.#length;
    for (const entry of this.#entries) this.#add(...listed(entry));
    const [count, length, end] = [this.#entries.length, this.#length - at, this.#length];
    if (end >= LARGE) {
      this.#add(u32(0x0606_4b50), u64(44), u16(ZIP64, ZIP64), u32(0, 0), u64(count, count, length, at));
      this.#add(u32(0x0706_4b50, 0), u64(end), u32(1));
    }
    this.#add(u32(0x0605_4b50), u16(0, 0, count, count), u32(length, Math.min(at, LARGE)), u16(0));
  }
}

const isLarge = ({ packed, size }: Entry): boolean => Math.max(packed, size) >= LARGE;

function listed(entry: Entry): Buffer[] {
  const { name, at, crc, packed, size } = entry;
  const far = isLarge(entry) || at >= LARGE;
  const further = far ? Buffer.concat([u16(1, 24), u64(size, packed, at)]) : NOTHING;
  const sizes = far ? [LARGE, LARGE] : [packed, size];
  const version = far ? ZIP64 : PLAIN;
  const lengths = u16(name.length, further.length, 0, 0, 0);
  return [
    ...[u32(0x0201_4b50), u16(version, version, ...METHOD), u32(crc, ...sizes), lengths],
    ...[u32(0, far ? LARGE : at), name, further],
  ];
}
