import { useEffect, useState } from 'react';
import { href, useLocation } from 'react-router';
import { outside } from '#app/analytics/outside-services.ts';
import { isPrivatePage } from '#app/http/private-page.ts';
import { trackFromTheStart } from '#app/analytics/track.ts';
import { buttonClass, Button } from '#app/ui/button.tsx';
import * as messages from './outside-messages.ts';
import {
  analyticsConsent,
  answerConsent,
  type ConsentAnswer,
} from '#app/analytics/analytics-consent.ts';

/** What outside services show of themselves; loaded only where one is configured. */
export function OutsidePanels() {
  const { amplitude, chat } = outside();
  const { pathname } = useLocation();
  useEffect(trackFromTheStart, []);
  return (
    // One strip for both, so that neither covers the other, and nothing where both are absent;
    // above the closed bar of the funding list, and under the opened one.
    <div
      ref={keepFootFree}
      className="foot-corner pointer-events-none fixed inset-x-4 bottom-[calc(1rem+min(var(--reserved-bottom,0px),6rem))] z-25 flex flex-col items-end gap-2 print:hidden sm:flex-row-reverse sm:justify-between sm:gap-4"
    >
      {amplitude && <ConsentBanner />}
      {/* The chat learns where one comes from: where that address is a secret there is none. */}
      {chat && pathname !== href('/chat') && !isPrivatePage(pathname) && (
        // A page of its own, for its policy; in a tab of its own, so that nothing typed here is lost.
        <aside aria-label="Chat">
          <a
            href={href('/chat')}
            target="_blank"
            rel="noopener"
            className={`${buttonClass({ variant: 'primary' })} pointer-events-auto shadow-lg`}
          >
            Chat with us
          </a>
        </aside>
      )}
    </div>
  );
}

/** Has all that sticks to the window end above the strip: in styles, `--foot` is its height. */
function keepFootFree(strip: HTMLElement | null) {
  if (!strip) return undefined;
  const page = document.documentElement.style;
  const sizes = new ResizeObserver(() => {
    page.setProperty('--foot', strip.offsetHeight > 0 ? `${strip.offsetHeight + 16}px` : '0px');
  });
  sizes.observe(strip);
  return () => {
    sizes.disconnect();
    page.removeProperty('--foot');
  };
}

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
      className="pointer-events-auto w-full max-w-4xl rounded-md border border-line-strong bg-paper-raised p-3 text-ink shadow-lg sm:flex sm:items-center sm:gap-4"
    >
      <p className="text-sm sm:flex-1">{messages.CONSENT_QUESTION}</p>
      <div className="mt-2 flex flex-wrap gap-2 sm:mt-0 sm:shrink-0">
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
