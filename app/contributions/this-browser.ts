import { readStored, writeStored } from '#app/platform/browser-storage.ts';
import { site } from '#app/site.ts';

/**
 * That a code was given in this tab, so that there may be a list to open again. The cookie itself is
 * hidden from scripts.
 */
export const verifiedFlag = {
  isSet: () => readStored('sessionStorage', FLAG) !== null,
  set: () => writeStored('sessionStorage', FLAG, '1'),
  clear: () => writeStored('sessionStorage', FLAG, null),
};

/** The address that this browser follows products with. */
export const knownEmail = {
  /** Empty where none is known: anything may stand in a storage that other scripts and people write. */
  get: () =>
    /^\s*\S{1,200}@\S{1,253}\s*$/.exec(readStored('localStorage', EMAIL) ?? '')?.[0].trim() ?? '',
  set: (email: string) => writeStored('localStorage', EMAIL, email),
  clear: () => writeStored('localStorage', EMAIL, null),
};

const FLAG = `${site.slug}-lookup`;
const EMAIL = 'userEmail';
