import { createHash } from 'node:crypto';
import { searchable } from '#app/kit/text.ts';

/** Past this, a key is a hash: an index holds no more than some 2,700 bytes. */
const KEY_MAX = 500;

/**
 * What two addresses of one product page have in common, so that a product is listed once: the host
 * without `www.`, the path without its end, and the parameters that are not there for tracking, in
 * order. Shops that write a title into the address are known by the product's number alone. Null
 * for what is no product page (a host alone) or no web address. Always ASCII.
 */
export function urlKey(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { hostname, pathname, searchParams, protocol } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  const { host, path } = placeOf({ hostname, pathname });
  const numbered = numberAt(host, path);
  if (numbered) return `${host}#${numbered}`;
  const params = new URLSearchParams([...searchParams].filter(([name]) => !isTracking(name)));
  params.sort();
  if (path === '' && params.size === 0) return null;
  const key = `${host}${path}${params.size > 0 ? `?${params}` : ''}`;
  if (key.length <= KEY_MAX) return key;
  return `${host}#sha256:${createHash('sha256').update(key).digest('hex')}`;
}

/** The number that a shop has for the product of this page; undefined where none is known. */
export function shopNumber(url: string): string | undefined {
  const { host, path } = placeOf(new URL(url));
  return numberAt(host, path);
}

function placeOf({ hostname, pathname }: Pick<URL, 'hostname' | 'pathname'>) {
  const bare = hostname.toLowerCase().replace(/^(www|m)\./, '');
  return {
    host: bare === 'smile.amazon.com' ? 'amazon.com' : bare,
    path: plainEscapes(pathname).replace(/\/+$/, ''),
  };
}

/** How shops number their products in addresses that also carry a title. */
const NUMBERS: [hosts: string[], pattern: RegExp][] = [
  [['amazon.com'], /\/(?:dp|gp\/product|gp\/aw\/d)\/([A-Z0-9]{10})(?:\/|$)/i],
  [['walmart.com'], /\/ip\/(?:[^/]+\/)?(\d{4,})(?:\/|$)/],
  [['target.com'], /\/p\/(?:[^/]+\/)?-?\/?(A-\d{4,})(?:\/|$)/i],
  [['costco.com'], /\.product\.(\d{4,})\.html$/],
  [['iherb.com'], /\/pr\/(?:[^/]+\/)?(\d{2,})(?:\/|$)/],
  [['kroger.com'], /\/p\/(?:[^/]+\/)?(\d{6,})(?:\/|$)/],
];

function numberAt(host: string, path: string): string | undefined {
  const [, pattern] = NUMBERS.find(([hosts]) => hosts.includes(host)) ?? [];
  return pattern?.exec(path)?.[1]?.toUpperCase();
}

/**
 * Parameters that say where a visitor came from on any site. Words that a shop may use for the
 * product itself (`ref`, `source`, `tag`) are not among them: two products taken for one are worse
 * than one taken for two.
 */
function isTracking(name: string): boolean {
  return (
    /^(utm_|mc_|_ga)/i.test(name) ||
    /^(gclid|fbclid|msclkid|srsltid|irclickid|_branch_match_id)$/i.test(name)
  );
}

/** One spelling for each escape: none where a plain character says the same, else in capitals. */
function plainEscapes(path: string): string {
  return path.replaceAll(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
  });
}

/** What a search of the catalogue looks through: name and brand, kept apart by a newline. */
export function searchText(name: string, brand: string | null): string {
  return `${searchable(name)}\n${searchable(brand ?? '')}`;
}
