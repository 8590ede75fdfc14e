import { storageOrNone } from '#app/platform/browser-storage.ts';
import { outside } from './outside-services.ts';

const CONSENT_KEY = 'analytics-consent';
/** What Amplitude's SDK names its cookies and entries, whatever they hold. */
const AMPLITUDES = /^AMP_/;

export type ConsentAnswer = 'given' | 'refused';

/** Where storage is blocked or full: what was answered, until the page is left. */
let onThisPage: ConsentAnswer | undefined;

/**
 * Whether events of this browser may be sent. A browser that says Do Not Track or sends the Global
 * Privacy Control has refused and is not asked. Counting on the site itself keeps nothing in the
 * browser and knows nobody, so nobody has to agree to it (decision 0025).
 */
export function analyticsConsent(): ConsentAnswer | 'not due' | 'to be asked' {
  if (saysNo(navigator)) return 'refused';
  if (!outside().amplitude) return 'not due';
  const storage = storageOrNone('localStorage');
  // Another tab may have taken the answer back; only where none can be stored does the page's count.
  const answer = storage?.getItem(CONSENT_KEY) ?? onThisPage;
  return answer === 'given' || answer === 'refused' ? answer : 'to be asked';
}

/** Whether an event may leave the browser now. */
export function maySend(): boolean {
  return ['given', 'not due'].includes(analyticsConsent());
}

/** Stores a visitor's answer; where that is not possible, it is asked again on the next visit. */
export function answerConsent(answer: ConsentAnswer): void {
  onThisPage = undefined;
  try {
    const storage = storageOrNone('localStorage');
    if (storage) storage.setItem(CONSENT_KEY, answer);
    else onThisPage = answer;
  } catch {
    onThisPage = answer;
  }
}

/**
 * Takes an answer back: the answer itself goes, and with it all that a yes has put into this
 * browser. What runs on the page still knows it, so that the page has to be loaded anew.
 */
export function forgetConsent(): void {
  // Until the page is loaded anew: what still waits on it stays here.
  onThisPage = 'refused';
  const storage = storageOrNone('localStorage');
  for (const key of Object.keys(storage ?? {})) {
    if (key === CONSENT_KEY || AMPLITUDES.test(key)) storage?.removeItem(key);
  }
  for (const pair of document.cookie.split('; ')) {
    const [name = ''] = pair.split('=');
    if (AMPLITUDES.test(name)) document.cookie = `${name}=; Max-Age=0; Path=/; SameSite=Lax`;
  }
}

function saysNo(browser: Navigator & { globalPrivacyControl?: boolean }): boolean {
  return browser.globalPrivacyControl === true || browser.doNotTrack === '1';
}
