import { readStored, writeStored } from '#app/platform/browser-storage.ts';

/** The address that this browser follows products with. */
export const knownEmail = {
  /** Empty where none is known: anything may stand in a storage that other scripts and people write. */
  get: () =>
    /^\s*\S{1,200}@\S{1,253}\s*$/.exec(readStored('localStorage', EMAIL) ?? '')?.[0].trim() ?? '',
  set: (email: string) => writeStored('localStorage', EMAIL, email),
  clear: () => writeStored('localStorage', EMAIL, null),
};

const EMAIL = 'userEmail';
