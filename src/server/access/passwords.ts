import { hash, verify } from '@node-rs/argon2';

const STRENGTH = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
// The hash of a password that nobody has. Verifying this hash takes as long as verifying a real one, so response times
// do not reveal if an account exists.
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$rVNAIB8L9LTNK8j1rcqqQA$qj7qO/967OviyvHkR4AzEhOc6R95ubzxRvtpCJgS3Wc';

/** Returns the argon2id hash (19 MiB, two passes) of a password, for `staff_users.password_hash`. */
export const hashPassword = (password: string): Promise<string> => hash(password, STRENGTH);

/** Returns true if a password matches the stored hash. A null hash (no such account) takes equally long and returns false. */
export async function verifyPassword(kept: string | null, password: string): Promise<boolean> {
  const same = await verify(kept ?? NOBODYS_HASH, password);
  return kept !== null && same;
}
