/** A browser's storage; undefined where it is blocked, or on the server. */
export function storageOrNone(kind: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    return window[kind];
  } catch {
    return undefined;
  }
}
