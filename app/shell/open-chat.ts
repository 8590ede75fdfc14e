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
export async function openChat(chat: Chat): Promise<void> {
  booting ??= boot(chat);
  try {
    (await booting)('show');
  } catch (error) {
    booting = undefined;
    throw error;
  }
}

/** Ends the chat, if there is one: it hears of no page any more until it is opened again. */
export function closeChat(): void {
  if (!booting) return;
  booting = undefined;
  window.Intercom?.('shutdown');
}

async function boot({ appId, apiBase, onHide }: Chat): Promise<Intercom> {
  if (!window.Intercom) await load(`https://widget.intercom.io/widget/${appId}`);
  const intercom = window.Intercom;
  if (!intercom) throw new Error('Intercom’s script did not bring Intercom.');
  // Our own button opens it, so that it is there before anything of theirs is.
  intercom('boot', { app_id: appId, api_base: apiBase, hide_default_launcher: true });
  intercom('onHide', onHide);
  return intercom;
}

function load(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error(`${address} did not load.`));
    });
    document.head.append(script);
  });
}
