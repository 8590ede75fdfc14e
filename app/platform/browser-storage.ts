import { useSyncExternalStore } from 'react';

type Kind = 'localStorage' | 'sessionStorage';

/** A browser's storage; undefined where it is blocked, or on the server. */
export function storageOrNone(kind: Kind): Storage | undefined {
  try {
    return window[kind];
  } catch {
    return undefined;
  }
}

/** What is kept under a key; null where nothing is, or nothing can be. */
export function readStored(kind: Kind, key: string): string | null {
  try {
    return storageOrNone(kind)?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** Keeps a text under a key, or takes it away; what cannot be kept lasts as long as the page. */
export function writeStored(kind: Kind, key: string, text: string | null): void {
  try {
    if (text === null) storageOrNone(kind)?.removeItem(key);
    else storageOrNone(kind)?.setItem(key, text);
  } catch {
    // full or forbidden
  }
  for (const listener of listeners) listener();
}

/** The same as `readStored`, once scripts run; what `writeStored` and other tabs change is followed. */
export function useStored(kind: Kind, key: string): string | null {
  return useSyncExternalStore(
    follow,
    () => readStored(kind, key),
    () => null,
  );
}

const listeners = new Set<() => void>();

function follow(onChange: () => void) {
  listeners.add(onChange);
  window.addEventListener('storage', onChange);
  return () => {
    listeners.delete(onChange);
    window.removeEventListener('storage', onChange);
  };
}
