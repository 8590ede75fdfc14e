import { createContext } from 'react';

/** What a browser is told of the services around the site, all of them optional. */
export interface OutsideSettings {
  /** Without it events go to the site's own `/api/events`. */
  amplitude?: {
    apiKey: string;
    ingestionUrl: string;
    configUrl: string;
  };
  /** Seconds between two sendings of events, where it is not the usual number. */
  flushSeconds?: number;
  chat?: { appId: string; apiBase: string };
}

/** The services of the page that is drawn; set during a rendering on the server only. */
export const OutsideContext = createContext<OutsideSettings | null>(null);

/** The page's element that carries the services; absent where there are none. */
export const OUTSIDE_META = 'outside-services';

let read: OutsideSettings | undefined;

/** The services of this page; in the browser only. */
export function outside(): OutsideSettings {
  const meta = () => document.querySelector<HTMLMetaElement>(`meta[name="${OUTSIDE_META}"]`);
  return (read ??= JSON.parse(meta()?.content || '{}') as OutsideSettings);
}
