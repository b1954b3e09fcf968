import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { cleanTypedText, withoutLookalikes } from '../../contract/typed/clean-typed.ts';

// The TOTP parameters that every authenticator app supports.
const OURS = { issuer: 'RIC', algorithm: 'SHA1', digits: 6, period: 30 };
const STEPS_OFF = 1;
const SECRET_BYTES = 20;
const RECOVERY_BYTES = 10;

/** Returns a new random secret of 160 bits in Base32, which an authenticator app and RIC share. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** Returns the otpauth:// address of a secret, which an authenticator app reads from a QR code. */
export const totpSecretAddress = (secret: string, email: string): string =>
  new TOTP({ ...OURS, label: email, secret }).toString();

/**
 * Returns the 30-second time step, counted from 1970, that a typed code belongs to: the current step, the previous or
 * the next one; null for a wrong code.
 */
export function totpTimeStep(secret: string, typed: string, now: Date): number | null {
  const token = cleanTypedText(typed).replace(/[ -]/g, '');
  if (!/^[0-9]{6}$/.test(token)) return null;
  const timestamp = now.getTime();
  const kept = { ...OURS, secret: Secret.fromBase32(secret) };
  const off = TOTP.validate({ ...kept, token, timestamp, window: STEPS_OFF });
  return off === null ? null : TOTP.counter({ period: OURS.period, timestamp }) + off;
}

/** Returns a new recovery code for a user who lost the phone: 80 random bits as four groups of four letters or digits. */
export const newRecoveryCode = (): string =>
  new Secret({ size: RECOVERY_BYTES }).base32.replace(/.{4}(?=.)/g, '$&-');

/** Returns the hash of a recovery code that the database stores; letter case and separators make no difference. */
export const hashRecoveryCode = (typed: string): string =>
  createHash('sha256')
    .update(
      withoutLookalikes(typed)
        .toUpperCase()
        .replace(/[^A-Z2-7]/g, ''),
    )
    .digest('hex');
