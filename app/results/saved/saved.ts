import { useMemo } from 'react';
import { readStored, useStored, writeStored } from '#app/platform/browser-storage.ts';
import { site } from '#app/site.ts';

/** Under this name a browser keeps what its owner saved; the list is sent nowhere (decision 0157). */
const SAVED_KEY = `${site.slug}-saved`;

/** Past this many, each further one asks for another to be taken away: each is loaded by itself. */
export const MOST_SAVED = 50;

/** A report or a product to fund, as it stood when it was last seen on the shelf. */
export interface Saved {
  /** Of the report or the product: no number is two. */
  id: number;
  name: string;
  /** Whether it was saved with its results. */
  isTested: boolean;
  /** The first sentence of its report, or what it has of its goal. */
  says: string;
  /** The day of that, as ISO 8601 has it. */
  seenOn: string;
}

/** What a stored text says; nothing where it is anything else. */
export function readSaved(text: string | null): Saved[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    const saved = Array.isArray(stored) ? stored.filter(isSaved) : [];
    return [...new Map(saved.map((one) => [one.id, one])).values()].slice(0, MOST_SAVED);
  } catch {
    return [];
  }
}

function isSaved(value: unknown): value is Saved {
  const { id, name, isTested, says, seenOn } = (value ?? {}) as Partial<Saved>;
  const isText = [name, says].every((text) => typeof text === 'string');
  const isDay = typeof seenOn === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(seenOn);
  return (
    Number.isSafeInteger(id) && Number(id) > 0 && typeof isTested === 'boolean' && isText && isDay
  );
}

export const savedNow = () => readSaved(readStored('localStorage', SAVED_KEY));

/** Keeps the shelf as it is now; false where the browser keeps nothing for this site. */
export function keepSaved(saved: readonly Saved[]): boolean {
  const text = saved.length > 0 ? JSON.stringify(saved) : null;
  writeStored('localStorage', SAVED_KEY, text);
  return readStored('localStorage', SAVED_KEY) === text;
}

/** What is on the shelf; nothing until scripts run. */
export function useSaved(): readonly Saved[] {
  const text = useStored('localStorage', SAVED_KEY);
  return useMemo(() => readSaved(text), [text]);
}

/** Today in UTC. */
export const today = () => new Date().toISOString().slice(0, 10);
