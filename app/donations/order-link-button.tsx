import { useState } from 'react';
import { LINK_FAILED } from './messages.ts';
import { ask, type Asked } from '#app/platform/http/ask.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useFocusKept } from '#app/ui/use-focus-kept.ts';

/** Has a link to a monthly donation emailed to the address that it was begun with. */
export function OrderLinkButton({ sessionId }: { sessionId: string }) {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Asked<'post /api/send-order-link'>>();
  const button = useFocusKept(isBusy);

  async function send() {
    if (isBusy) return;
    setBusy(true);
    setOutcome(undefined);
    const body = { sessionId };
    setOutcome(await ask('post /api/send-order-link', { body, failed: LINK_FAILED }));
    setBusy(false);
  }

  return (
    <div className="flex flex-col items-start gap-3">
      <Button ref={button} busy={isBusy} onClick={() => void send()}>
        {isBusy ? 'Sending…' : 'Email me a link'}
      </Button>
      <div role="status">
        {outcome?.ok && <Notice tone="good">{outcome.body.message}</Notice>}
        {outcome?.ok === false && <Notice tone="error">{outcome.sentence}</Notice>}
      </div>
    </div>
  );
}
