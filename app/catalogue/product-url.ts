/**
 * What two addresses of one product page have in common, so that a product is listed once: the host
 * without `www.`, the path without its end, and the parameters that are not there for tracking.
 * Shops that write a title into the address are known by the product's number alone. Null for what
 * is no product page (a host alone) or no web address.
 */
export function urlKey(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { hostname, pathname, searchParams, protocol } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  const host = hostname.toLowerCase().replace(/^(www|m|smile)\./, '');
  const path = decoded(pathname).replace(/\/+$/, '');
  const numbered = numberAt(host, path);
  if (numbered) return `${host}#${numbered}`;
  const kept = [...searchParams]
    .filter(([name]) => !isTracking(name))
    .map(([name, value]) => `${name}=${value}`)
    .toSorted();
  if (path === '' && kept.length === 0) return null;
  return `${host}${path}${kept.length > 0 ? `?${kept.join('&')}` : ''}`.slice(0, 500);
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

/** Parameters that say where a visitor came from, not what is shown. */
function isTracking(name: string): boolean {
  return (
    /^(utm_|pd_rd_|pf_rd_|mc_|_ga)/i.test(name) ||
    /^(ref|ref_|tag|psc|th|qid|sr|keywords|crid|sprefix|gclid|fbclid|msclkid|srsltid|athbdg|from|source|campaign|affid|clickid|irclickid|_branch_match_id)$/i.test(
      name,
    )
  );
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * The digits of a barcode as fourteen, so that a UPC-A and the EAN-13 of the same product are one;
 * null for anything that is no GTIN-8, -12, -13 or -14 or whose check digit is wrong (GS1 General
 * Specifications, section 7.9).
 */
export function upcKey(text: string): string | null {
  const digits = text.replaceAll(/[\s-]/g, '');
  if (!/^(\d{8}|\d{12,14})$/.test(digits) || /^0+$/.test(digits)) return null;
  const padded = digits.padStart(14, '0');
  const sum = Array.from(padded.slice(0, 13)).reduce(
    (total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1),
    0,
  );
  return (10 - (sum % 10)) % 10 === Number(padded[13]) ? padded : null;
}
