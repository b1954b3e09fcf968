import { hash, verify } from '@node-rs/argon2';

const STRENGTH = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
// Of a password nobody has: checking it takes as long as checking a real one, so an unknown account can not be told apart.
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$rVNAIB8L9LTNK8j1rcqqQA$qj7qO/967OviyvHkR4AzEhOc6R95ubzxRvtpCJgS3Wc';

/** The argon2id hash (19 MiB, two passes) that `staff_users.password_hash` keeps. */
export const hashPassword = (password: string): Promise<string> => hash(password, STRENGTH);

/** Whether a password is the hash's. Null, for an account that does not exist, takes the same time and is false. */
export async function verifyPassword(kept: string | null, password: string): Promise<boolean> {
  const same = await verify(kept ?? NOBODYS_HASH, password);
  return kept !== null && same;
}
