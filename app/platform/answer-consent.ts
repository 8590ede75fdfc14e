import { consentKey, onThisPage, type Answer } from '#app/platform/analytics-consent.ts';
import { storageOrNone } from '#app/platform/browser-storage.ts';

/** Keeps a visitor's answer; where storage is blocked or full, until the page is left. */
export function answerConsent(answer: Answer): void {
  onThisPage.answer = answer;
  try {
    storageOrNone('localStorage')?.setItem(consentKey, answer);
  } catch (error) {
    console.debug('The answer was not kept; it is asked again on the next visit.', error);
  }
}
