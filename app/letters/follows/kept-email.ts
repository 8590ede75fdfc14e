/** Where a browser keeps the address its follows go to. */
export const EMAIL_KEY = 'userEmail';

const EMAIL_CHARACTERS = 254;

/** The address of one browser; undefined where none is known. */
export interface KeptEmail {
  read: () => string | undefined;
  keep: (email: string) => void;
  forget: () => void;
}

/**
 * The address over the browser's local storage, `undefined` where that is blocked. What cannot be
 * written is remembered until the page is left.
 */
export function createKeptEmail(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined,
): KeptEmail {
  let isInMemory = storage === undefined;
  let remembered: string | null = null;

  function read(): string | null {
    if (isInMemory) return remembered;
    try {
      return storage?.getItem(EMAIL_KEY) ?? null;
    } catch {
      return remembered;
    }
  }

  function write(email: string | null): void {
    remembered = email;
    try {
      if (email === null) storage?.removeItem(EMAIL_KEY);
      else storage?.setItem(EMAIL_KEY, email);
      isInMemory = storage === undefined;
    } catch {
      isInMemory = true;
    }
  }

  return {
    read() {
      const found = read()?.trim() ?? '';
      // Anything may stand in a storage that other scripts and people can write.
      return /^\S+@\S+$/.test(found) && found.length <= EMAIL_CHARACTERS ? found : undefined;
    },
    keep: write,
    forget: () => write(null),
  };
}
