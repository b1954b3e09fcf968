import { toNfc } from '../../contract/names/fold.ts';

/**
 * Converts every text of a request's input to NFC, the form in which RIC stores texts: a Mac's `n` with a following
 * tilde and a phone's `ñ` become one letter. The bytes of files stay unchanged.
 */
export function toNfcDeep(sent: unknown): unknown {
  if (typeof sent === 'string') return toNfc(sent);
  if (Array.isArray(sent)) return sent.map(toNfcDeep);
  if (!isPlain(sent)) return sent;
  return Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, toNfcDeep(value)]));
}

// Returns true for an object parsed from JSON, or for the parameters of an address, which have no prototype.
function isPlain(sent: unknown): sent is object {
  if (typeof sent !== 'object' || sent === null || Symbol.asyncIterator in sent) return false;
  const prototype: unknown = Object.getPrototypeOf(sent);
  return prototype === Object.prototype || prototype === null;
}
