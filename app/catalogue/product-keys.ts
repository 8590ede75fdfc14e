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

/**
 * The digits of a barcode as fourteen, so that a UPC-A and the EAN-13 of the same product are one, and a
 * UPC-E is the UPC-A that it stands for. Null for what has another number of digits than GTIN-8, -12, -13
 * and -14, and for one digit over and over, which people type to fill a field. Seven and eleven digits are
 * those of a UPC whose first zero a spreadsheet took, if their check digit says so. Of others it is not
 * asked for: two people who copy the same wrong number still mean the same product.
 */
export function upcKey(text: string): string | null {
  const typed = text.replaceAll(/[\s-]/g, '');
  if (!/^(\d{7,8}|\d{11,14})$/.test(typed)) return null;
  const isCut = typed.length === 7 || typed.length === 11;
  const digits = isCut ? `0${typed}` : typed;
  const long = digits.length === 8 ? longForm(digits) : digits;
  if (isCut && !(long && isChecked(long))) return null;
  const padded = (long ?? digits).padStart(14, '0');
  return /^0*(\d)\1*$/.test(padded) ? null : padded;
}

/** The UPC-A of a UPC-E (GS1 General Specifications, "Zero-suppression"); undefined for a GTIN-8. */
function longForm(digits: string): string | undefined {
  const [, system = '', six = '', check = ''] = /^([01])(\d{6})(\d)$/.exec(digits) ?? [];
  const last = six.slice(5);
  const [maker, item] =
    last <= '2'
      ? [six.slice(0, 2) + last, six.slice(2, 5)]
      : last <= '4'
        ? [six.slice(0, Number(last)), six.slice(Number(last), 5)]
        : [six.slice(0, 5), last];
  const long = system + maker.padEnd(5, '0') + item.padStart(5, '0') + check;
  return system && isChecked(long) ? long : undefined;
}

/** Whether the last of twelve digits is the check digit of the others. */
function isChecked(digits: string): boolean {
  const sum = [...digits].reduce((all, digit, at) => all + Number(digit) * (at % 2 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/** A stored barcode with as many digits as its package has, as far as that can be told. */
export function barcodeText(upc: string): string {
  const [zeros = ''] = /^0*/.exec(upc) ?? [];
  if (zeros.length >= 6) return upc.slice(6);
  return upc.slice(Math.min(zeros.length, 2));
}

/** What a search of the catalogue looks through: name and brand, kept apart by a newline. */
export function searchText(name: string, brand: string | null): string {
  return `${searchable(name)}\n${searchable(brand ?? '')}`;
}
