/**
 * What Mozilla's HTTP Observatory makes of an answer of an https site: the modifiers of its published
 * scoring (MDN, "HTTP Observatory Scoring Methodology"), as far as an answer by itself shows them.
 * Preloading, certificates and the redirect from http are the proxy's and the registries'.
 */
export interface Scored {
  score: number;
  /** What it has lost points for. */
  lost: string[];
}

type Modifier = [points: number, why: string];

const ORIGIN = 'https://elsewhere.example';
/** What the request has to say for the answer to be scored: who asks from elsewhere. */
export const ASKED_FROM = { Origin: ORIGIN };

export function scoreOf({ headers }: Response, html = ''): Scored {
  const modifiers = [
    contentSecurityPolicy(headers),
    ...headers.getSetCookie().map((cookie) => cookieOf(cookie)),
    crossOriginSharing(headers),
    strictTransport(headers),
    redirection(headers),
    referrerPolicy(headers),
    ...scriptsOf(html),
    is(headers, 'x-content-type-options', /^nosniff$/, 0, -5),
    framing(headers),
    is(headers, 'cross-origin-resource-policy', /^same-(origin|site)$/, 10, 0),
  ];
  const worst = modifiers.filter(([points]) => points < 0);
  const base = 100 + worst.reduce((sum, [points]) => sum + points, 0);
  // Cookies count once, whatever their number.
  const best = new Map(modifiers.filter(([points]) => points > 0).map(([n, why]) => [why, n]));
  const bonus = [...best.values()].reduce((sum, points) => sum + points, 0);
  return {
    score: Math.max(0, base >= 90 ? base + bonus : base),
    lost: worst.map(([points, why]) => `${points} ${why}`),
  };
}

function directivesOf(headers: Headers): Map<string, string[]> {
  const policy = headers.get('content-security-policy') ?? '';
  const parts = policy.split(';').map((part) => part.trim().split(/\s+/));
  return new Map(parts.map(([name = '', ...sources]) => [name.toLowerCase(), sources]));
}

const BROAD = /^(\*|https?:|data:|blob:|'unsafe-inline')$/;

function contentSecurityPolicy(headers: Headers): Modifier {
  if (!headers.has('content-security-policy')) return [-25, 'no Content-Security-Policy'];
  const directives = directivesOf(headers);
  const otherwise = directives.get('default-src') ?? ['*'];
  const of = (name: string) => directives.get(name) ?? otherwise;
  const all = [...directives.values()].flat();
  if ([...of('script-src'), ...of('object-src')].some((source) => BROAD.test(source))) {
    return [-20, 'scripts or objects from anywhere'];
  }
  if (all.some((source) => /^http:/.test(source))) return [-20, 'something over http'];
  if (all.includes(`'unsafe-eval'`)) return [-10, 'unsafe-eval'];
  // No penalty, but none of its points either.
  if (of('style-src').some((source) => BROAD.test(source))) return [0, 'unsafe styles'];
  return otherwise.join() === `'none'` ? [10, 'policy'] : [5, 'policy'];
}

function cookieOf(cookie: string): Modifier {
  const name = cookie.split('=')[0] ?? '';
  if (!/; *Secure\b/i.test(cookie)) return [-40, `${name} without Secure`];
  if (!/; *HttpOnly\b/i.test(cookie)) return [-30, `${name} without HttpOnly`];
  const sameSite = /; *SameSite=(\w+)/i.exec(cookie)?.[1];
  if (sameSite === undefined) return [0, name];
  return /^(Strict|Lax)$/i.test(sameSite) ? [5, 'cookies'] : [-20, `${name} for every site`];
}

function crossOriginSharing(headers: Headers): Modifier {
  const isMirrored = headers.get('access-control-allow-origin') === ORIGIN;
  const isForAll = headers.get('access-control-allow-credentials') === 'true';
  return isMirrored && isForAll ? [-50, 'read by every site'] : [0, 'CORS'];
}

function strictTransport(headers: Headers): Modifier {
  const seconds = /max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '')?.[1];
  if (seconds === undefined) return [-20, 'no HSTS'];
  return Number(seconds) < 15_768_000 ? [-10, 'HSTS of less than half a year'] : [0, 'HSTS'];
}

function redirection(headers: Headers): Modifier {
  const isToHttp = /^http:/i.test(headers.get('location') ?? '');
  return isToHttp ? [-20, 'a redirect to http'] : [0, 'redirection'];
}

function referrerPolicy(headers: Headers): Modifier {
  const policy = headers.get('referrer-policy') ?? '';
  if (policy === '') return [0, 'no Referrer-Policy'];
  const isPrivate = /^(no-referrer|same-origin|strict-origin(-when-cross-origin)?)$/.test(policy);
  return isPrivate ? [5, 'Referrer-Policy'] : [-5, `Referrer-Policy ${policy}`];
}

function scriptsOf(html: string): Modifier[] {
  return [...html.matchAll(/<script\b[^>]*\bsrc="([^"]*)"[^>]*>/g)].map(([tag, src = '']) => {
    if (/^(http:)/i.test(src)) return [-50, `${src} over http`];
    const isOutside = /^(https:|\/\/)/i.test(src);
    return isOutside && !/\bintegrity=/.test(tag) ? [-5, `${src} without integrity`] : [0, src];
  });
}

function framing(headers: Headers): Modifier {
  const ancestors = directivesOf(headers).get('frame-ancestors');
  if (ancestors?.every((source) => /^'(none|self)'$/.test(source))) return [5, 'frame-ancestors'];
  return is(headers, 'x-frame-options', /^(DENY|SAMEORIGIN)$/i, 0, -20);
}

function is(headers: Headers, name: string, good: RegExp, plus: number, minus: number): Modifier {
  return good.test(headers.get(name) ?? '') ? [plus, name] : [minus, `${name}`];
}
