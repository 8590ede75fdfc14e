import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { paintFirst, partsOf, touchFirst, withMarkup } from './paint-first.ts';

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

it('waits for a touch in place of the paint where a page is only read', () => {
  const html = touchFirst(page(CODE));
  expect(html).not.toContain('<link rel="modulepreload"');
  expect(html).not.toContain('PerformanceObserver');
  expect(html.indexOf('"pointerdown"')).toBeGreaterThan(0);
  expect(html.indexOf('"pointerdown"')).toBeLessThan(html.indexOf('import('));
});

it('leaves alone what it does not know', () => {
  const html = page('import "/virtual.js"; start();');
  expect(paintFirst(html)).toBe(html);
  expect(touchFirst(html)).toBe(html);
});

const WHOLE =
  '<html><head><title>x</title></head><body><p>$& $1 “é” 😀</p><script nonce="n">a()</script></body></html>';

it('a page that is taken apart and put together is the same page', () => {
  const { head, markup, scripts } = partsOf(WHOLE, undefined, 'n');
  expect(markup).toBe('<body><p>$& $1 “é” 😀</p>');
  expect(String(withMarkup(head + scripts, markup))).toBe(WHOLE);
  const bare = WHOLE.replace(/<script.*script>/, '');
  const parts = partsOf(bare, undefined, 'n');
  expect(String(withMarkup(parts.head + parts.scripts, parts.markup))).toBe(bare);
});

it('what loaders gave reaches scripts as it is, and cannot end one', () => {
  const data = '["</script><script>alert(1)</script>&amp;\u2028\u2029<!--"]\n';
  const { scripts } = partsOf(WHOLE, data, 'n');
  const codes = [...scripts.matchAll(/<script nonce="n">(.*?)<\/script>/gs)].map(
    ([, code]) => code,
  );
  expect(codes).toHaveLength(3);
  expect(scripts.match(/<\/?script/g)).toHaveLength(6);
  const given: string[] = [];
  const streamController = { enqueue: (text: string) => given.push(text), close: () => {} };
  runInNewContext(codes.slice(1).join('\n'), {
    window: { __reactRouterContext: { streamController } },
  });
  expect(given).toEqual([data]);
});
