import { useEffect } from 'react';
import { href, useLocation } from 'react-router';
import { ConsentBanner } from './consent-banner.tsx';
import { outside } from '#app/analytics/outside-services.ts';
import { isPrivatePage } from '#app/http/private-page.ts';
import { trackFromTheStart } from '#app/analytics/track.ts';
import { buttonClass } from '#app/ui/button.tsx';

/** What outside services show of themselves; loaded only where one is configured. */
export function OutsidePanels() {
  const { amplitude, chat } = outside();
  const { pathname } = useLocation();
  useEffect(trackFromTheStart, []);
  return (
    // One corner for both, so that neither covers the other, and nothing where both are absent;
    // above the closed bar of the funding list, and under the opened one.
    <div className="foot-corner pointer-events-none fixed inset-x-4 bottom-[calc(1rem+min(var(--reserved-bottom,0px),6rem))] z-25 flex flex-col items-end gap-2 print:hidden sm:gap-3">
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
