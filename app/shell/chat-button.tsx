import { useEffect, useRef, useState } from 'react';
import * as messages from './outside-messages.ts';
import { loadScript } from '#app/prose/load-script.ts';
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

type Intercom = (command: string, ...rest: unknown[]) => void;

declare global {
  interface Window {
    Intercom?: Intercom;
  }
}

interface Chat {
  appId: string;
  apiBase: string;
  /** Called whenever the visitor closes the panel. */
  onHide: () => void;
}

let booting: Promise<Intercom> | undefined;

/** Loads Intercom's script once, boots it by its app id, and shows its panel; throws on failure. */
async function openChat(chat: Chat): Promise<void> {
  booting ??= boot(chat);
  try {
    (await booting)('show');
  } catch (error) {
    booting = undefined;
    throw error;
  }
}

/** Ends the chat, if there is one: it hears of no page any more until it is opened again. */
function closeChat(): void {
  if (!booting) return;
  booting = undefined;
  window.Intercom?.('shutdown');
}

async function boot({ appId, apiBase, onHide }: Chat): Promise<Intercom> {
  if (!window.Intercom) await loadScript(`https://widget.intercom.io/widget/${appId}`);
  const intercom = window.Intercom;
  if (!intercom) throw new Error('Intercom’s script did not bring Intercom.');
  // Our own button opens it, so that it is there before anything of theirs is.
  intercom('boot', { app_id: appId, api_base: apiBase, hide_default_launcher: true });
  intercom('onHide', onHide);
  return intercom;
}
