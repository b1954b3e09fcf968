/** Only a path of this application is followed; anything else in `from` leads home. */
export function ownPath(from: unknown): string {
  const isOwn =
    typeof from === 'string' && /^\/(?![/\\])/.test(from) && !/^\/(login|logout|password)\b/.test(from);
  return isOwn ? from : '/home';
}
