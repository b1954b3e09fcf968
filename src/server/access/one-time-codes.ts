import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { cleanTyped, withoutLookalikes } from '../../contract/typed/clean-typed.ts';

// The parameters that every authenticator app supports.
const OURS = { issuer: 'RIC', algorithm: 'SHA1', digits: 6, period: 30 };
const STEPS_OFF = 1;
const SECRET_BYTES = 20;
const RECOVERY_BYTES = 10;

/** A new shared secret for a phone and RIC: 160 random bits in Base32. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The address (otpauth://) that an authenticator app reads off a QR code. */
export const addressOfSecret = (secret: string, email: string): string =>
  new TOTP({ ...OURS, label: email, secret }).toString();

/**
 * Returns the step (30 seconds each, counted from 1970) of a typed code: the current one, the one before or the one
 * after; otherwise null.
 */
export function stepOfCode(secret: string, typed: string, now: Date): number | null {
  const token = cleanTyped(typed).replace(/[ -]/g, '');
  if (!/^[0-9]{6}$/.test(token)) return null;
  const timestamp = now.getTime();
  const kept = { ...OURS, secret: Secret.fromBase32(secret) };
  const off = TOTP.validate({ ...kept, token, timestamp, window: STEPS_OFF });
  return off === null ? null : TOTP.counter({ period: OURS.period, timestamp }) + off;
}

/** A new recovery code for a lost phone: 80 random bits, four groups of four letters or digits. */
export const newRecoveryCode = (): string =>
  new Secret({ size: RECOVERY_BYTES }).base32.replace(/.{4}(?=.)/g, '$&-');

/** The hash of a recovery code that the database stores; case and separators do not matter. */
export const hashOfRecoveryCode = (typed: string): string =>
  createHash('sha256')
    .update(
      withoutLookalikes(typed)
        .toUpperCase()
        .replace(/[^A-Z2-7]/g, ''),
    )
    .digest('hex');
