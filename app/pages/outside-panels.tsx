import { ChatButton } from '#app/pages/chat-button.tsx';
import { ConsentBanner } from '#app/pages/consent-banner.tsx';
import { outside } from '#app/platform/outside-services.ts';

/** What outside services show of themselves; loaded only where one is configured. */
export function OutsidePanels() {
  const { amplitude, chat } = outside();
  return (
    // One corner for both, so that neither covers the other, and nothing where both are absent;
    // above the closed bar of the funding list, and under the opened one.
    <div className="foot-corner pointer-events-none fixed inset-x-4 bottom-[calc(1rem+min(var(--reserved-bottom,0px),6rem))] z-25 flex flex-col items-end gap-2 print:hidden sm:gap-3">
      {amplitude && <ConsentBanner />}
      {chat && <ChatButton {...chat} />}
    </div>
  );
}
