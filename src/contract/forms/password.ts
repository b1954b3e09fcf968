import { z } from 'zod';

/** The minimum length of a new password, in characters. */
export const LEAST_PASSWORD = 12;
export const PASSWORD_TOO_SHORT = `must have at least ${LEAST_PASSWORD} characters`;

/** The schema of a password that a user chooses; only the server checks further rules (`weakPasswordCheck`). */
export const ChosenPassword = z
  .string()
  .min(LEAST_PASSWORD, PASSWORD_TOO_SHORT)
  .max(200, 'must have at most 200 characters');
