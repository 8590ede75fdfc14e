import { consentKey, onThisPage, type ConsentAnswer } from './analytics-consent.ts';
import { storageOrNone } from '#app/platform/browser-storage.ts';

/** Keeps a visitor's answer; where storage is blocked or full, until the page is left. */
export function answerConsent(answer: ConsentAnswer): void {
  delete onThisPage.answer;
  try {
    const storage = storageOrNone('localStorage');
    if (storage) storage.setItem(consentKey, answer);
    else onThisPage.answer = answer;
  } catch (error) {
    onThisPage.answer = answer;
    console.debug('The answer was not kept; it is asked again on the next visit.', error);
  }
}
