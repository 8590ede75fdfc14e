/**
 * The router logs an address that it cannot decode, whatever stands in it. Uses what it has decoded,
 * as it always is: otherwise the build would take the decoding away.
 */
export function isDecodable(pathname: string): boolean {
  try {
    return decodeURIComponent(pathname).startsWith('/');
  } catch {
    return false;
  }
}

/** Its parts decoded one by one, and left as they are where they cannot be: nothing goes by unjudged. */
export function readPath(pathname: string): string {
  const parts = pathname.split('/').map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
  return parts.join('/');
}
