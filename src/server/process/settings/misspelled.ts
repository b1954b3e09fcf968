/** The shortest name that is compared with settings: shorter names resemble too many others, as `HOME` resembles `HOST`. */
const SHORTEST = 7;
/** From this length on, a name with two edits is still recognizable. */
const LONG = 9;
/** Matches a service address: Kubernetes and Docker links set `<SERVICE>_PORT` to one, and no setting of RIC takes one. */
const ADDRESS_OF_SERVICE = /^(tcp|udp|sctp):\/\//;

/** Returns a sentence about the first environment variable that looks like a misspelled setting, or null. */
export function misspelledSettingProblem(
  env: Record<string, string>,
  settings: readonly string[],
): string | null {
  const known = new Set(settings);
  for (const [name, value] of Object.entries(env)) {
    if (known.has(name) || ADDRESS_OF_SERVICE.test(value)) continue;
    const meant = settings.find((setting) => isLike(name, setting));
    if (meant !== undefined)
      return `${name} is not a setting of RIC. Did you mean ${meant}? If it belongs to another program, start RIC without it.`;
  }
  return null;
}

function isLike(name: string, setting: string): boolean {
  if (Math.min(name.length, setting.length) < SHORTEST) return false;
  const upper = name.toUpperCase();
  // Two edits that include the first letter make another word: ES_ENDPOINT is not meant to be S3_ENDPOINT.
  const mostEdits = setting.length >= LONG && upper[0] === setting[0] ? 2 : 1;
  if (Math.abs(name.length - setting.length) > mostEdits) return false;
  return editDistance(upper, setting) <= mostEdits;
}

/** Returns how many letters must be added, dropped, replaced or swapped with a neighbor to turn `a` into `b`. */
function editDistance(a: string, b: string): number {
  const width = b.length + 1;
  const cost = new Uint16Array((a.length + 1) * width);
  const at = (row: number, column: number) => cost[row * width + column] ?? 0;
  for (let row = 0; row <= a.length; row += 1)
    for (let column = 0; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isExchanged = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const edits =
        row === 0 || column === 0
          ? row + column
          : Math.min(
              at(row - 1, column) + 1,
              at(row, column - 1) + 1,
              at(row - 1, column - 1) + (isSame ? 0 : 1),
            );
      cost[row * width + column] =
        row > 1 && column > 1 && isExchanged ? Math.min(edits, at(row - 2, column - 2) + 1) : edits;
    }
  return at(a.length, b.length);
}
