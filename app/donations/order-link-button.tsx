import { useState } from 'react';
import { askForLink, type LinkWish } from './ask-for-link.ts';
import { provingFetch } from '#app/platform/limits/proving-fetch.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useFocusKept } from '#app/ui/use-focus-kept.ts';

/** Has a link to a monthly donation emailed to the address that it was begun with. */
export function OrderLinkButton({ sessionId }: { sessionId: string }) {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<LinkWish>();
  const button = useFocusKept(isBusy);

  async function send() {
    if (isBusy) return;
    setBusy(true);
    setOutcome(undefined);
    setOutcome(await askForLink({ sessionId }, provingFetch));
    setBusy(false);
  }

  return (
    <div className="flex flex-col items-start gap-3">
      <Button ref={button} busy={isBusy} onClick={() => void send()}>
        {isBusy ? 'Sending…' : 'Email me a link'}
      </Button>
      <div role="status">
        {outcome && <Notice tone={outcome.ok ? 'good' : 'error'}>{outcome.sentence}</Notice>}
      </div>
    </div>
  );
}
