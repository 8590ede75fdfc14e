import { webAddress } from './web-address.ts';

/** The world around a call that ends in leaving the site. */
interface LeavingSteps {
  fetch: typeof fetch;
  navigate: (url: string) => void;
}

/** What is asked of the server, and what to say where nothing comes of it. */
export interface Departure {
  path: string;
  body: object;
  /** The site could not be reached. */
  unreachable: string;
  /** The answer was an error without a sentence. */
  failed: string;
  /** The answer named no address to go to. */
  noAddress: string;
  /** Told of a refusal's whole body, beside the sentence that is shown. */
  onRefused?: (body: unknown) => void;
  /** Told once, just before the page is left. */
  onLeaving?: () => void;
}

/** Asks for an address of the payment provider and goes there; a sentence where that fails. */
export async function leaveFor(
  { path, body, unreachable, failed, noAddress, onRefused, onLeaving }: Departure,
  steps: LeavingSteps,
): Promise<string | undefined> {
  let response: Response;
  try {
    response = await steps.fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  } catch {
    return unreachable;
  }
  const answered = (await response.json().catch(() => undefined)) as
    | { url?: unknown; error?: unknown }
    | null
    | undefined;
  if (!response.ok) {
    onRefused?.(answered);
    const error = answered?.error;
    return typeof error === 'string' && error !== '' ? error : failed;
  }
  const url = webAddress(answered?.url);
  if (!url) return noAddress;
  onLeaving?.();
  steps.navigate(url);
  return undefined;
}
