/**
 * Leases a few records at a time and works on them, until none is left; returns the errors of those that failed.
 * Records are leased only when their work starts, so that other processes can take the rest.
 */
export async function leaseAndWork<T>(
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
