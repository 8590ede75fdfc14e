import { storageOrNone } from '#app/platform/browser-storage.ts';
import { site } from '#app/site.ts';

/**
 * That a code was given in this tab, so that there may be a list to open again. The cookie itself is
 * hidden from scripts.
 */
export const verifiedFlag = {
  isSet: () => read('sessionStorage', FLAG) !== null,
  set: () => write('sessionStorage', FLAG, '1'),
  clear: () => write('sessionStorage', FLAG, null),
};

/** The address that this browser follows products with. */
export const knownEmail = {
  get: () => read('localStorage', EMAIL) ?? '',
  clear: () => write('localStorage', EMAIL, null),
};

const FLAG = `${site.slug}-lookup`;
const EMAIL = 'userEmail';

function read(kind: 'localStorage' | 'sessionStorage', key: string): string | null {
  try {
    return storageOrNone(kind)?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

function write(kind: 'localStorage' | 'sessionStorage', key: string, text: string | null): void {
  try {
    if (text === null) storageOrNone(kind)?.removeItem(key);
    else storageOrNone(kind)?.setItem(key, text);
  } catch {
    // A browser that blocks storage opens the list by a new code each time.
  }
}
