import { expect, it } from 'vitest';
import { paintFirst } from './paint-first.ts';

const page = (code: string) =>
  `<head><link rel="modulepreload" href="/a.js"/><link rel="modulepreload" nonce="n" href="/b.js"/></head>` +
  `<script nonce="n">first()</script><script nonce="n" type="module" async="">${code}</script>`;

const CODE = [
  ';',
  'import * as route0 from "/assets/root.js";',
  'import * as route1_main from "/assets/home.js";',
  'const route1 = {...route1_main};',
  '  window.modules = {"root":route0,"home":route1};',
  'import("/assets/entry.js");',
].join('\n');

it('fetches and runs no module of a page before the first paint', () => {
  const html = paintFirst(page(CODE));
  expect(html).not.toContain('<link rel="modulepreload"');
  expect(html).toContain('<script nonce="n">first()</script>');
  const [, written = ''] = /type="module"[^>]*>([^]*)<\/script>/.exec(html) ?? [];
  expect(written).not.toMatch(/^\s*import [^(]/m);
  expect(written.indexOf('PerformanceObserver')).toBeLessThan(written.indexOf('modulepreload'));
  expect(written.indexOf('modulepreload')).toBeLessThan(written.indexOf('import('));
});

it('then asks for all of them at once, and starts as the framework means to', () => {
  const html = paintFirst(page(CODE));
  expect(html).toContain('const hrefs = ["/a.js","/b.js"];');
  expect(html).toContain(
    'const [route0, route1_main] = await Promise.all([import("/assets/root.js"), import("/assets/home.js")]);',
  );
  expect(html).toMatch(
    /\n\s*window\.modules = {"root":route0,"home":route1};\nimport\("\/assets\/entry\.js"\);<\/script>$/,
  );
});

it('leaves alone what it does not know', () => {
  const html = page('import "/virtual.js"; start();');
  expect(paintFirst(html)).toBe(html);
});
