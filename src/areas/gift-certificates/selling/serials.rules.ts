import { cleanTyped } from '../../../contract/typed/clean-typed.ts';

// Digits and letters without I, L, O and U: one of those in speech or writing means 1 or 0, and no word can be heard.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = /.{4}/g;
const BITS = 5;
const LENGTH = 16;
/** The number of random bytes in a serial: 16 characters of 5 bits. */
export const SERIAL_BYTES = (LENGTH * BITS) / 8;

/** The condition for a serial that is typed for a certificate, with its error. */
export const isSerial = (typed: string): boolean => /^[\w.-]+$/.test(typed);
export const NO_SERIAL = 'must be letters, digits, dots and hyphens';

const grouped = (characters: string): string => `GC-${(characters.match(GROUPS) ?? []).join('-')}`;

/** Returns a serial of 80 random bits that can be read over the phone, `GC-7K4D-9Q2M-XE0A-51TV`. */
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
 * Returns the serials that a text may mean, in lower case, the exact one first: with or without hyphens, blanks and its `GC`, an
 * O for a 0, and an I or L for a 1. A text of another form only means itself.
 */
export function possibleSerials(typed: string): string[] {
  const exact = cleanTyped(typed).toLowerCase();
  const bare = exact.replace(/[ -]/g, '').toUpperCase();
  const characters = (bare.length === LENGTH + 2 && bare.startsWith('GC') ? bare.slice(2) : bare)
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  const isOurs = characters.length === LENGTH && [...characters].every((one) => ALPHABET.includes(one));
  return isOurs ? [...new Set([exact, grouped(characters).toLowerCase()])] : [exact];
}
