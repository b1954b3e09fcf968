/** Returns `from` if it is a path of this application, other than one of the sign-in; else the path of Home. */
export function safeReturnPath(from: unknown): string {
  const isOwn =
    typeof from === 'string' && /^\/(?![/\\])/.test(from) && !/^\/(login|logout|password)\b/.test(from);
  return isOwn ? from : '/home';
}
