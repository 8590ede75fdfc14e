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

/** The policy as a header: only our own files, and `more`. */
export function policy(...more: PolicySources[]): string {
  const directives: Record<string, string[]> = {
    'default-src': [`'none'`],
    'script-src': [`'self'`],
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
