/**
 * Leases a few records and works on them, until none is left; returns the errors of those that failed. Only what is worked on is
 * leased: the rest of what a dying process held up is free for others.
 */
export async function workThrough<T>(
  lease: () => Promise<T[]>,
  work: (one: T) => Promise<void>,
): Promise<unknown[]> {
  const failures: unknown[] = [];
  try {
    for (let few = await lease(); few.length > 0; few = await lease())
      await Promise.all(few.map((one) => work(one).catch((error: unknown) => failures.push(error))));
  } catch (error) {
    failures.push(error);
  }
  return failures;
}
