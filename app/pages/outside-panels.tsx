import { ChatButton } from '#app/pages/chat-button.tsx';
import { ConsentBanner } from '#app/pages/consent-banner.tsx';
import { outside } from '#app/platform/outside-services.ts';

/** What outside services show of themselves; loaded only where one is configured. */
export function OutsidePanels() {
  const { amplitude, chat } = outside();
  return (
    // One corner for both, so that neither covers the other, and nothing where both are absent.
    <div className="pointer-events-none fixed inset-x-4 bottom-4 z-30 flex flex-col items-end gap-3 print:hidden">
      {amplitude && <ConsentBanner />}
      {chat && <ChatButton {...chat} />}
    </div>
  );
}
