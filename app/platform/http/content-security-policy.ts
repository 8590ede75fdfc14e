import { hash } from 'node:crypto';

/** What a configured service of somebody else adds, by directive. */
export type PolicySources = Partial<Record<string, string[]>>;

/**
 * By this header a page's answer says what it embeds, a kind that `embedSources` knows, or
 * `chat`. It is taken
 * off before the answer leaves.
 */
export const EMBEDS_HEADER = 'X-Page-Embeds';

/** What a kind of embedding asks of other hosts; nothing where it is unknown or null. */
export function embedSources(kind: string | null): PolicySources {
  if (kind !== 'social-posts') return {};
  return {
    'script-src': ['https://platform.twitter.com'],
    'frame-src': ['https://platform.twitter.com'],
    // The network's script reads its settings there before it shows a post.
    'connect-src': ['https://syndication.twitter.com'],
  };
}

/** A script with its nonce and its code. One for all pages: each new one is compiled, and slow at first. */
const MARKED = /<script(?: [^>]*)? nonce="([^"]*)"[^>]*>([\s\S]*?)<\/script>/g;

/**
 * The policy of a rendered page: only our own files, the inline scripts that carry `nonce`, named
 * by their hashes, and `more`. Returns the page without the nonce attributes.
 */
export function pagePolicy(
  html: string,
  nonce: string,
  ...more: PolicySources[]
): { html: string; policy: string } {
  const hashes: string[] = [];
  for (const [, its, code] of html.matchAll(MARKED)) {
    if (its === nonce && code) hashes.push(`'sha256-${hash('sha256', code, 'base64')}'`);
  }
  return { html: html.replaceAll(` nonce="${nonce}"`, ''), policy: policy(hashes, ...more) };
}

/** The policy as a header, with the hashes of the inline scripts it admits and `more`. */
export function policy(scriptHashes: string[] = [], ...more: PolicySources[]): string {
  const directives: Record<string, string[]> = {
    'default-src': [`'none'`],
    'script-src': [`'self'`, ...scriptHashes],
    'style-src': [`'self'`],
    'img-src': [`'self'`, 'data:'],
    'font-src': [`'self'`],
    'connect-src': [`'self'`],
    'manifest-src': [`'self'`],
    'form-action': [`'self'`],
    'base-uri': [`'none'`],
    'frame-ancestors': [`'none'`],
  };
  for (const [name, sources] of more.flatMap((each) => Object.entries(each))) {
    directives[name] = [...new Set([...(directives[name] ?? []), ...(sources ?? [])])];
  }
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}
