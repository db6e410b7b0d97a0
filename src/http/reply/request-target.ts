/** Returns the path of a request's target, still encoded, also of one in absolute form (RFC 9112 section 3.2.2). */
export function targetPath(target: string): string {
  // A target must not have a fragment, but the parser allows one.
  const [path = ''] = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  return path;
}
