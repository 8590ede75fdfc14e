import { useEffect, useEffectEvent } from 'react';
import { readStored, writeStored } from './browser-storage.ts';
import { site } from '#app/site.ts';

/** Under it stands, while a page is loaded anew, which button was pressed. */
const PRESSED_KEY = `${site.slug}-pressed`;

let isRepeated = false;

/**
 * Repeats a press whose script a deploy has taken away: the page is loaded anew, with the new scripts,
 * and does there what was asked for. Once for each press: false where that did not help either, or
 * nobody answers.
 */
export async function pressAgain(button: string): Promise<boolean> {
  if (isRepeated) return false;
  const here = await fetch(window.location.href, { method: 'HEAD' }).catch(() => undefined);
  if (!here?.ok) return false;
  writeStored('sessionStorage', PRESSED_KEY, button);
  if (readStored('sessionStorage', PRESSED_KEY) !== button) return false;
  window.location.reload();
  return true;
}

/** Presses a button that was pressed before the page was loaded anew, once it can be. */
export function useRepeatedPress(button: string, isReady: boolean, press: () => void): void {
  const repeat = useEffectEvent(press);
  useEffect(() => {
    if (!isReady || readStored('sessionStorage', PRESSED_KEY) !== button) return;
    writeStored('sessionStorage', PRESSED_KEY, null);
    isRepeated = true;
    // The next press is somebody's own, and may come after another deploy.
    const own = () => (isRepeated = false);
    for (const type of ['pointerdown', 'keydown']) addEventListener(type, own, { once: true });
    repeat();
  }, [button, isReady]);
}
