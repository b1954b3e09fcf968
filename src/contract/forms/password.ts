import { z } from 'zod';

/** The minimum length of a new password, in characters. */
export const LEAST_PASSWORD = 12;
export const PASSWORD_TOO_SHORT = `must have at least ${LEAST_PASSWORD} characters`;

/** A password that a user chooses; only the server knows further rules (`weakPasswordCheck`). */
export const ChosenPassword = z
  .string()
  .min(LEAST_PASSWORD, PASSWORD_TOO_SHORT)
  .max(200, 'must have at most 200 characters');
