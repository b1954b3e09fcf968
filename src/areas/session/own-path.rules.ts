/** Returns a path of this application; anything else in `from` becomes home. */
export function ownPath(from: unknown): string {
  const isOwn =
    typeof from === 'string' && /^\/(?![/\\])/.test(from) && !/^\/(login|logout|password)\b/.test(from);
  return isOwn ? from : '/home';
}
