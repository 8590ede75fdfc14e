import { consentKey, onThisPage } from './analytics-consent.ts';
import { storageOrNone } from '#app/platform/browser-storage.ts';
import { LEFT_EVENTS } from './outside-services.ts';

/** What Amplitude's SDK names its cookies and entries, whatever they hold. */
const AMPLITUDES = /^AMP_/;

/**
 * Takes an answer back: the answer itself goes, and with it all that a yes has put into this
 * browser. What runs on the page still knows it, so that the page has to be loaded anew.
 */
export function forgetConsent(): void {
  // Until the page is loaded anew: what still waits on it stays here.
  onThisPage.answer = 'refused';
  storageOrNone('sessionStorage')?.removeItem(LEFT_EVENTS);
  const storage = storageOrNone('localStorage');
  for (const key of Object.keys(storage ?? {})) {
    if (key === consentKey || AMPLITUDES.test(key)) storage?.removeItem(key);
  }
  for (const pair of document.cookie.split('; ')) {
    const [name = ''] = pair.split('=');
    if (AMPLITUDES.test(name)) document.cookie = `${name}=; Max-Age=0; Path=/; SameSite=Lax`;
  }
}
