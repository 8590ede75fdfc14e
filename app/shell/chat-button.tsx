import { useEffect, useRef, useState } from 'react';
import * as messages from './outside-messages.ts';
import { closeChat, openChat } from './open-chat.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';

/**
 * Opens the chat; until a button is pressed nothing of Intercom's is asked for: this one, or the one on
 * the page of ours that led here.
 */
export function ChatButton({ appId, apiBase }: { appId: string; apiBase: string }) {
  const [state, setState] = useState<'closed' | 'opening' | 'open' | 'failed'>('closed');
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // Somebody who closes the chat comes back to where it was opened.
    if (state === 'closed' && wasOpen.current) button.current?.focus();
  }, [state]);
  const open = async () => {
    setState('opening');
    try {
      await openChat({ appId, apiBase, onHide: () => setState('closed') });
      wasOpen.current = true;
      setState('open');
    } catch (error) {
      console.debug('The chat did not load.', error);
      setState('failed');
    }
  };
  useEffect(() => {
    // Whoever has pressed the button of another page of ours need not press this one.
    if (document.referrer.startsWith(`${window.location.origin}/`)) button.current?.click();
    return closeChat;
  }, []);
  // Intercom's own panel has a button to close it, in the same place.
  if (state === 'open') return null;
  return (
    <>
      {state === 'failed' && <Notice tone="error">{messages.CHAT_FAILED}</Notice>}
      <Button variant="primary" ref={button} busy={state === 'opening'} onClick={() => void open()}>
        Open the chat
      </Button>
    </>
  );
}
