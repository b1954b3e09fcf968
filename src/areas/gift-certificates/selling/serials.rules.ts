import { cleanTypedText } from '../../../contract/typed/clean-typed.ts';

// The alphabet leaves out I, L, O and U, which are mistaken for 1 or 0 in speech or writing, and could form words.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = /.{4}/g;
const BITS = 5;
const LENGTH = 16;
/** The number of random bytes in a serial of 16 characters with 5 bits each. */
export const SERIAL_BYTES = (LENGTH * BITS) / 8;

/** Returns true for a text that may be set as the serial of a gift certificate; INVALID_SERIAL_TEXT is the error for others. */
export const isSerial = (typed: string): boolean => /^[\w.-]+$/.test(typed);
export const INVALID_SERIAL_TEXT = 'must be letters, digits, dots and hyphens';

const grouped = (characters: string): string => `GC-${(characters.match(GROUPS) ?? []).join('-')}`;

/** Returns the serial for 80 random bits, in a form that can be read out on the phone: `GC-7K4D-9Q2M-XE0A-51TV`. */
export function serialFromBits(random: Uint8Array): string {
  if (random.length !== SERIAL_BYTES) throw new RangeError(`a serial is made of ${SERIAL_BYTES} bytes`);
  let bits = random.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let characters = '';
  for (let at = 0; at < LENGTH; at += 1) {
    characters = (ALPHABET[Number(bits % 32n)] ?? '') + characters;
    bits /= 32n;
  }
  return grouped(characters);
}

/**
 * Returns the serials that a typed text may mean, in lower case, the exact text first: hyphens, blanks and `GC` may be
 * missing, an O may mean 0, an I or L may mean 1. A text of another form only means itself.
 */
export function possibleSerials(typed: string): string[] {
  const exact = cleanTypedText(typed).toLowerCase();
  const bare = exact.replace(/[ -]/g, '').toUpperCase();
  const characters = (bare.length === LENGTH + 2 && bare.startsWith('GC') ? bare.slice(2) : bare)
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  const isOurs = characters.length === LENGTH && [...characters].every((one) => ALPHABET.includes(one));
  return isOurs ? [...new Set([exact, grouped(characters).toLowerCase()])] : [exact];
}
