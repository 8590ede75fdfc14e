import { storageOrNone } from '#app/platform/browser-storage.ts';
import { outside } from './outside-services.ts';

/** Where the answer is kept, and, as long as the page lasts, what was answered on it. */
export const consentKey = 'analytics-consent';
export const onThisPage: { answer?: ConsentAnswer } = {};

export type ConsentAnswer = 'given' | 'refused';

type Consent = ConsentAnswer | 'not due' | 'to be asked';

/**
 * Whether events of this browser may be sent. A browser that says Do Not Track or sends the Global
 * Privacy Control has refused and is not asked. Counting on the site itself keeps nothing in the
 * browser and knows nobody, so nobody has to agree to it (decision 0025).
 */
export function analyticsConsent(): Consent {
  if (saysNo(navigator)) return 'refused';
  if (!outside().amplitude) return 'not due';
  const storage = storageOrNone('localStorage');
  // Another tab may have taken the answer back; only where none can be kept does the page's count.
  const kept = storage?.getItem(consentKey) ?? onThisPage.answer;
  return kept === 'given' || kept === 'refused' ? kept : 'to be asked';
}

/** Whether an event may leave the browser now. */
export function maySend(): boolean {
  const consent = analyticsConsent();
  return consent === 'given' || consent === 'not due';
}

function saysNo(browser: Navigator & { globalPrivacyControl?: boolean }): boolean {
  return browser.globalPrivacyControl === true || browser.doNotTrack === '1';
}
