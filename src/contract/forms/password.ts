import { z } from 'zod';

/** How short a new password may be, in characters. */
export const LEAST_PASSWORD = 12;
export const PASSWORD_TOO_SHORT = `must have at least ${LEAST_PASSWORD} characters`;

/** A password that somebody chooses; what it may not be made of the server knows (`refuseWeak`). */
export const ChosenPassword = z
  .string()
  .min(LEAST_PASSWORD, PASSWORD_TOO_SHORT)
  .max(200, 'must have at most 200 characters');
