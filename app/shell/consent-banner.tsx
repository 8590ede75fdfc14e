import { useState } from 'react';
import * as messages from './outside-messages.ts';
import {
  analyticsConsent,
  answerConsent,
  type ConsentAnswer,
} from '#app/analytics/analytics-consent.ts';
import { trackFromTheStart } from '#app/analytics/track.ts';
import { Button } from '#app/ui/button.tsx';

/** Asks once whether visits may be counted by somebody else; both answers are one press away. */
export function ConsentBanner() {
  const [isAsking, setAsking] = useState(() => analyticsConsent() === 'to be asked');
  if (!isAsking) return null;
  const answer = (given: ConsentAnswer) => {
    answerConsent(given);
    trackFromTheStart();
    setAsking(false);
    // The pressed button is gone; without this the keyboard would begin nowhere.
    document.querySelector('main')?.focus({ preventScroll: true });
  };
  return (
    <section
      aria-label="Counting visits"
      className="pointer-events-auto w-full max-w-md rounded-md border border-line-strong bg-paper-raised p-3 text-ink shadow-lg sm:p-4"
    >
      <p className="text-xs sm:text-sm">{messages.CONSENT_QUESTION}</p>
      <div className="mt-2 flex flex-wrap gap-2 sm:mt-3">
        <Button className="flex-1 px-3" size="small" onClick={() => answer('refused')}>
          No, thanks
        </Button>
        <Button className="flex-1 px-3" size="small" onClick={() => answer('given')}>
          Yes, count me
        </Button>
      </div>
    </section>
  );
}
