import { chromium, type Browser } from '@playwright/test';
import { browserLaunch } from '#test/support/browser.ts';
import {
  HOME_SCRIPT_BYTES_MAX,
  inAll,
  KINDS,
  weighPage,
  type Bytes,
  type Weight,
} from '#test/support/page-weight.ts';
import { startProgram } from '#test/support/program.ts';

/** One address for each page that a visitor may come to first. */
const PAGES = [
  '/',
  '/product/1001',
  '/cart',
  '/add-product',
  '/success',
  '/donate',
  '/donate/manage',
  '/view-contributions',
  '/about',
  '/blog',
  '/blog/test-post',
  '/faq',
  '/contact',
  '/legal',
  '/email/preferences',
  '/plasticlist',
  '/plasticlist/93',
  '/plasticlist/compare?ids=93,94',
  '/risk-methodology',
  '/api/docs',
  '/no-such-page',
];

/**
 * What a first visit to each page loads, seen by a browser that has nothing of the site yet: script,
 * style, fonts and the page itself, in kilobytes (1,000 bytes). Script is given as brotli and gzip,
 * and apart from it what comes late, when the page is there and nobody touches it, and what comes
 * once a key is pressed. Fails where the home page loads more than it may.
 */
export async function benchWeight(say: (line: string) => void): Promise<string[]> {
  const program = await startProgram();
  const browser = await chromium.launch(browserLaunch());
  try {
    const lines = [HEADINGS.join('\t')];
    for (const page of PAGES) {
      say(page);
      const weight = await weighIn(browser, program.url + page);
      lines.push([page, ...columns(weight)].join('\t'));
      const script = inAll(weight, 'script').brotli;
      if (page === '/' && script > HOME_SCRIPT_BYTES_MAX) {
        throw new Error(`The home page loads ${script} bytes of script.`);
      }
    }
    return lines;
  } finally {
    await browser.close();
    await program.stop();
  }
}

async function weighIn(browser: Browser, address: string): Promise<Weight> {
  const context = await browser.newContext();
  try {
    return await weighPage(await context.newPage(), address);
  } finally {
    await context.close();
  }
}

const HEADINGS = [
  'page',
  'script, brotli',
  'script, gzip',
  'late script, brotli',
  'late script, gzip',
  'touched script, brotli',
  'touched script, gzip',
  'style',
  'fonts',
  'page, gzip',
  'all',
];

function columns(weight: Weight): string[] {
  const { first, late, touched } = weight;
  const all = KINDS.reduce((sum, kind) => sum + inAll(weight, kind).brotli, 0);
  return [
    ...both(first.script),
    ...both(late.script),
    ...both(touched.script),
    kilobytes(inAll(weight, 'stylesheet').brotli),
    kilobytes(inAll(weight, 'font').brotli),
    kilobytes(inAll(weight, 'document').brotli),
    kilobytes(all),
  ];
}

function both({ brotli, gzip }: Bytes): string[] {
  return [kilobytes(brotli), kilobytes(gzip)];
}

function kilobytes(bytes: number): string {
  return (bytes / 1_000).toFixed(1);
}
