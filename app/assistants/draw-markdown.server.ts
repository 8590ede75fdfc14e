import type { MiddlewareHandler } from 'hono';
import { findProduct } from '#app/catalogue/find-product.server.ts';
import { siteUrl } from '#app/config.ts';
import { valueIn } from '#app/http/accepted.ts';
import { publicRead } from '#app/http/public-read.server.ts';
import type { RenderPage } from '#app/http/serve-pages.server.ts';
import { evidenceOf, NOTHING_ELSE, untested } from './evidence.server.ts';
import { markdownAddress, pageOfMarkdown } from './markdown-address.ts';
import { toMarkdown } from './to-markdown.server.ts';

/** Of how many products an answer has what it rests on; of more, their reports do. */
const MOST_SHOWN = 5;

/**
 * Answers whoever would rather have Markdown than HTML as if they had asked for it by its address: so it
 * is another page to every cache of ours, and `Vary` says so to those of others. Pages of other sites may
 * read it at its own address.
 */
export function negotiateMarkdown(): MiddlewareHandler {
  const read = publicRead();
  return async (c, next) => {
    if (pageOfMarkdown(c.req.path) !== undefined) return read(c, next);
    const address = markdownAddress(c.req.path);
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (address && isRead && prefersMarkdown(c.req.header('accept'))) {
      const { origin, search } = new URL(c.req.url);
      c.req.raw = new Request(new URL(address + search, origin), c.req.raw);
    }
    await next();
    // `c.header` would make the answer anew, which takes as long as all the rest.
    if (address) c.res.headers.append('Vary', 'Accept');
    return undefined;
  };
}

/** Draws the pages, and those at a Markdown address from what stands on them. */
export function drawMarkdown(draw: RenderPage): RenderPage {
  return async (request, context) => {
    const url = new URL(request.url);
    const page = pageOfMarkdown(url.pathname);
    if (page === undefined) return draw(request, context);
    const drawn = await draw(new Request(new URL(page + url.search, url), request), context);
    const headers: Record<string, string> = {
      'Content-Type': 'text/markdown; charset=utf-8',
      'X-Robots-Tag': 'noindex',
      Link: `<${siteUrl()}${page}${url.search}>; rel="canonical"`,
    };
    const location = drawn.headers.get('location');
    if (location) {
      const { pathname, search } = new URL(location, url);
      headers.Location = markdownAddress(pathname, search) ?? location;
      return new Response(null, { status: drawn.status, headers });
    }
    const links: string[] = [];
    const text = toMarkdown(await drawn.text(), siteUrl(), links);
    const rest = drawn.ok ? await evidenceFor(page, url.searchParams, links) : [];
    return new Response([text.trim(), ...rest, ''].join('\n\n'), { status: drawn.status, headers });
  };
}

/** What a page rests on that is a report, or that leads to reports. */
async function evidenceFor(page: string, params: URLSearchParams, links: string[]) {
  const [own, ...named] = [page, ...links].map((path) => numberIn(path, 'plasticlist'));
  const code = numberIn(page, 'product');
  const product = code ? await findProduct(code) : undefined;
  // Another report that the page of a test for another panel names is no evidence of what that looks for.
  const others = named.filter((id) => id && (!product?.panel || id === code)) as number[];
  const ids = own ? [own] : [...new Set(others)];
  return [
    ids.length > MOST_SHOWN
      ? 'Lots, dates, limits, and how to cite each stand in its report: add `.md` to its address.'
      : await evidenceOf(ids, siteUrl(), params),
    code && product?.testing_status !== 'Tested' ? untested(product?.panel) : '',
    NOTHING_ELSE,
  ].filter((part) => part !== '');
}

function numberIn(path: string, place: string): number | undefined {
  const [, name, number] = /^\/(\w+)\/(\d+)$/.exec(path) ?? [];
  return name === place ? Number(number) : undefined;
}

/**
 * Whether a request would rather have Markdown (RFC 9110, 12.5.1): it names it, and values it no less
 * than HTML. Browsers, and whoever takes anything, get HTML.
 */
function prefersMarkdown(accept?: string): boolean {
  const markdown = valueIn(accept, 'text/markdown');
  return markdown > 0 && markdown >= valueIn(accept, 'text/html', 'text/*', '*/*');
}
