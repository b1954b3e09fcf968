/**
 * Settings of the last release that this one no longer has, each with its present name, or null if nothing replaced it. A name
 * stays here for one release, so that an update does not stop the start.
 */
const REMOVED: Record<string, string | null> = { CRM_URL: null, WAITING_CONNECTIONS: null };

/** Returns the settings by their present names, with a sentence for each that has another name or none. */
export function replaceRemoved(
  env: Record<string, string>,
  removed: Record<string, string | null> = REMOVED,
): { given: Record<string, string>; warnings: string[] } {
  const given = { ...env };
  const warnings: string[] = [];
  for (const [name, successor] of Object.entries(removed)) {
    const value = given[name];
    if (value === undefined) continue;
    delete given[name];
    if (successor === null) {
      warnings.push(`${name} is no longer a setting of RIC and has no effect. Please remove it.`);
      continue;
    }
    warnings.push(
      `${name} is ${successor} now. Please rename it: the next release does not know the old name.`,
    );
    given[successor] ??= value;
  }
  return { given, warnings };
}
