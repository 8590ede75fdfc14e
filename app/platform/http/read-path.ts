/** The router logs an address that it cannot decode, whatever stands in it. */
export function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
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
