import { shopNumber } from '#app/catalogue/product-keys.ts';
import * as messages from './messages.ts';
import { retailerAt } from './retailers.ts';

/**
 * Hosts whose pages are no product's, and what is said of each kind; hosts below them are theirs, too.
 * A name that ends in a point goes on with any country's ending.
 */
const ELSEWHERE: [sentence: string, hosts: string][] = [
  [
    messages.IS_VIDEO,
    'youtube.com youtube-nocookie.com youtu.be vimeo.com tiktok.com twitch.tv dailymotion.com',
  ],
  [
    messages.IS_SOCIAL,
    'facebook.com fb.com fb.me instagram.com threads.net threads.com x.com twitter.com t.co reddit.com redd.it pinterest. pin.it linkedin.com snapchat.com tumblr.com bsky.app mastodon.social discord.com discord.gg t.me telegram.org wa.me whatsapp.com vk.com quora.com',
  ],
  [
    messages.IS_SEARCH,
    'google. goo.gl bing.com duckduckgo.com yahoo.com ecosia.org startpage.com search.brave.com baidu.com yandex. perplexity.ai chatgpt.com',
  ],
  [messages.IS_NO_SHOP, 'wikipedia.org wikimedia.org wiktionary.org'],
  [
    messages.IS_ABROAD,
    'aliexpress.com alibaba.com 1688.com taobao.com tmall.com jd.com flipkart.com tesco.com ocado.com waitrose.com asda.com boots.com',
  ],
];

/** Endings that stand for a country and are hardly used for anything else, as `.co` and `.io` are. */
const COUNTRIES = new Set(
  'ad ae ar at au ba bd be bg bo br by ca ch cl cn cr cy cz de dk ec ee eg es eu fi fr gb ge gr gt hk hn hr hu id ie il in ir it jo jp ke kr kw kz lb lk lt lu lv ma mt mx my ng ni nl no np nz om pa pe ph pk pl pt py qa ro rs ru sa se sg si sk sv th tn tr tw ua uk uy uz ve vn za'.split(
    ' ',
  ),
);

/** Part of a path that lists what was searched for, whatever the shop. */
const SEARCH_PART = /^(search|search-?results?|catalogsearch|search\.(html|php|aspx?))$/i;
/** Parameters in which shops keep what was searched for. */
const SEARCH_PARAMETERS = ['q', 'k', 's', 'query', 'search', 'searchterm', 'keyword', 'keywords'];

/** Why an address leads to no one product in a shop of the United States; undefined where it may. */
export function addressOutOfScope(url: string): string | undefined {
  const { hostname, pathname, searchParams } = new URL(url);
  const host = hostname.toLowerCase().replace(/\.$/, '');
  const [elsewhere] = ELSEWHERE.find(([, hosts]) => hosts.split(' ').some(isHost(host))) ?? [];
  if (elsewhere) return elsewhere;
  if (isAbroad(host)) return messages.IS_ABROAD;
  if (shopNumber(url)) return undefined;
  const parts = pathname.split('/').filter(Boolean);
  const names = [...searchParams.keys()].map((name) => name.toLowerCase());
  const isAsked = SEARCH_PARAMETERS.some((name) => names.includes(name));
  const isSearch =
    parts.some((part) => SEARCH_PART.test(part)) ||
    (isAsked && (parts.length === 0 || parts.at(-1) === 's' || parts[0] === 's'));
  if (isSearch) return messages.IS_SEARCH;
  if (parts.length === 0 && retailerAt(host)) return messages.IS_FRONT_PAGE;
  const isList = /^\/(browse\/|product-category\/|collections\/[^/]+\/?$)/i.test(pathname);
  return isList ? messages.IS_SEARCH : undefined;
}

/** A shop's door to another country, `uk.iherb.com`, or a host under a country's ending. */
function isAbroad(host: string): boolean {
  const [first = '', ...rest] = host.split('.');
  const isDoor = COUNTRIES.has(first) && retailerAt(rest.join('.')) !== undefined;
  return isDoor || COUNTRIES.has(rest.at(-1) ?? '');
}

const isHost = (host: string) => (known: string) => {
  const pattern = known.replaceAll('.', '\\.') + (known.endsWith('.') ? '[a-z.]{2,6}' : '');
  return new RegExp(`(^|\\.)${pattern}$`).test(host);
};

/** Weapons, what is fired from them, and drugs that no shop sells, by the words of a name. */
const UNTESTABLE =
  /\b(glock|ar-?15|ak-?47|pistols?|handguns?|revolvers?|rifles?|shotguns?|firearms?|ammunition|ammo|silencers?|suppressors?|grenades?|explosives?|fireworks?|cocaine|heroin|fentanyl|methamphetamine|oxycodone|cannabis|marijuana)\b/i;
const TOY =
  /\b(toys?|water|squirt|foam|nerf|bubble|glue|spray|massage|cake|candy|chocolate|appetite|noise|odor)\b/i;

/** Whether a name is of something that is sent to no laboratory for what migrates out of its plastic. */
export function isUntestable(name: string): boolean {
  return UNTESTABLE.test(name) && !TOY.test(name);
}
