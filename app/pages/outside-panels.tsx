import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { ChatButton } from '#app/pages/chat-button.tsx';
import { ConsentBanner } from '#app/pages/consent-banner.tsx';
import { outside } from '#app/platform/outside-services.ts';
import { isPrivatePage } from '#app/platform/scrub-event.ts';
import { trackFromTheStart } from '#app/platform/track.ts';

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
      {/* A chat tells its network the page's address: where that is a secret there is none. */}
      {chat && !isPrivatePage(pathname) && <ChatButton {...chat} />}
    </div>
  );
}
