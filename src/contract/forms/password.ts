import { z } from 'zod';

/** The minimum length of a new password, in characters. */
export const MIN_PASSWORD_LENGTH = 12;
export const PASSWORD_TOO_SHORT = `must have at least ${MIN_PASSWORD_LENGTH} characters`;

/** The schema of a password that a user chooses; only the server checks further rules (`weakPasswordCheck`). */
export const ChosenPassword = z
  .string()
  .min(MIN_PASSWORD_LENGTH, PASSWORD_TOO_SHORT)
  .max(200, 'must have at most 200 characters');
