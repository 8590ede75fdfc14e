/** What a browser is told of the services around the site, all of them optional. */
export interface OutsideSettings {
  /** Without it events go to the site's own `/api/events`. */
  amplitude?: {
    apiKey: string;
    ingestionUrl: string;
    configUrl: string;
  };
  /** Seconds between two sendings of events, where it is not the usual `FLUSH_SECONDS`. */
  flushSeconds?: number;
  chat?: { appId: string; apiBase: string };
}

/** Seconds between two sendings of events. */
export const FLUSH_SECONDS = 10;

/** Where a page that is left before Amplitude's sender is there keeps its events for the next. */
export const LEFT_EVENTS = 'analytics-left';

/** The page's element that carries the services; absent where there are none. */
export const OUTSIDE_META = 'outside-services';

let read: OutsideSettings | undefined;

/** The services of this page; in the browser only. */
export function outside(): OutsideSettings {
  return (read ??= parsed(
    document.querySelector<HTMLMetaElement>(`meta[name="${OUTSIDE_META}"]`)?.content,
  ));
}

function parsed(content: string | undefined): OutsideSettings {
  return content ? (JSON.parse(content) as OutsideSettings) : {};
}
