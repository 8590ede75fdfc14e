import { TAKEN_OVER } from './taken-over.ts';

/** As the framework writes it: nothing runs before these are there. */
const ROUTE_IMPORT = /^import \* as (\w+) from ("[^"]+");$/gm;
const PRELOAD = /<link rel="modulepreload"[^>]*? href="([^"]+)"[^>]*>/g;
const START = /(<script(?: [^>]*)? type="module"[^>]*>)([^]*?)(<\/script>)/;

/** A page in a background tab is not painted: there, scripts do not wait for longer than this. */
const UNPAINTED_MS = 2_000;

/** Goes on when the browser says that something has been painted (Paint Timing). */
const PAINTED = `new Promise((go) => { setTimeout(go, document.hidden ? 0 : ${UNPAINTED_MS}); try { new PerformanceObserver(go).observe({ type: 'paint', buffered: true }); } catch { go(); } })`;

/** What a visitor does that scripts answer to; a page also scrolls to what its address names. */
const TOUCHES = ['pointerdown', 'keydown', 'focusin', 'click', 'scroll'];

/** A press waits for scripts for so long; then it does what it does without them. */
const HELD_MS = 1_000;

/** What a press does more of with scripts: leads on within the site and is counted, or shows something. */
const HELD = 'a[href]:not([target]):not([download]), button[type=button]';

/**
 * Goes on once somebody touches the page, or has loaded it anew, as some presses do. A press that
 * comes before scripts have taken the page over is held for them and made again: its link is followed
 * and counted as always. Menus open and forms post by themselves.
 */
const TOUCHED = `new Promise((go) => {
  const touches = ${JSON.stringify(TOUCHES)};
  const all = { capture: true, passive: true };
  let held;
  const touch = () => { for (const name of touches) removeEventListener(name, touch, all); go(); };
  const hold = (event) => {
    const pressed = event.target.closest?.(${JSON.stringify(HELD)});
    if (!pressed || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!held) setTimeout(release, ${HELD_MS});
    held = pressed;
  };
  const release = () => { removeEventListener('click', hold, true); held?.click(); held = undefined; };
  for (const name of touches) addEventListener(name, touch, all);
  addEventListener('click', hold, true);
  addEventListener(${JSON.stringify(TAKEN_OVER)}, release);
  if (performance.getEntriesByType('navigation')[0]?.type === 'reload') touch();
})`;

/** Asks for all of them at once, in place of one after the other as each names the next. */
const FETCHED = `for (const href of hrefs) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));`;

/**
 * Lets a page be painted before its scripts are fetched and run: it is there to be read without
 * them, links and forms work, and scripts hold up the first look at it, most of all on a slow
 * telephone in a slow network. Takes and returns a whole page.
 */
export function paintFirst(html: string): string {
  return startsAfter(PAINTED, html);
}

/**
 * Lets a page be read without any script until somebody touches it, as most who read never do
 * (decision 0087). Takes and returns a whole page.
 */
export function touchFirst(html: string): string {
  return startsAfter(TOUCHED, html);
}

function startsAfter(event: string, html: string): string {
  const [, , code = ''] = START.exec(html) ?? [];
  const imports = [...code.matchAll(ROUTE_IMPORT)];
  if (imports.length === 0) return html;
  const hrefs = [...html.matchAll(PRELOAD)].map(([, href]) => href);
  const names = imports.map(([, name]) => name).join(', ');
  const loads = imports.map(([, , address]) => `import(${address})`).join(', ');
  const begin = [
    `await ${event};`,
    `const hrefs = ${JSON.stringify(hrefs)};`,
    FETCHED,
    `const [${names}] = await Promise.all([${loads}]);`,
  ].join('\n');
  return html
    .replaceAll(PRELOAD, '')
    .replace(
      START,
      (_, open: string, __: string, close: string) =>
        `${open}${begin}${code.replaceAll(ROUTE_IMPORT, '')}${close}`,
    );
}

/** A page in three: its markup is most of it, and holds nothing that is looked for in the others. */
interface PageParts {
  /** To the end of its head. */
  head: string;
  markup: string;
  /** From the first script that carries the nonce to the end of the page. */
  scripts: string;
}

const HEAD_END = '</head>';
const END = '</body></html>';

/**
 * Takes a drawn page apart. `data` is what its loaders gave, as the framework writes it: scripts are
 * handed it in the framework's own words, at the end. Undefined where there is none.
 */
export function partsOf(html: string, data: string | undefined, nonce: string): PageParts {
  const begin = html.indexOf(HEAD_END) + HEAD_END.length;
  const marked = html.indexOf(`nonce="${nonce}"`, begin);
  const last = html.length - END.length;
  const end = marked === -1 ? last : html.lastIndexOf('<', marked);
  return {
    head: html.slice(0, begin),
    markup: html.slice(begin, end),
    scripts: html.slice(end, last) + handOver(data, nonce) + END,
  };
}

/**
 * Puts the markup back in its place, in UTF-8. Part by part: as one text it would be copied to be one,
 * and then again.
 */
export function withMarkup(page: string, markup: string): Uint8Array<ArrayBuffer> {
  const at = page.indexOf(HEAD_END) + HEAD_END.length;
  const parts = [page.slice(0, at), markup, page.slice(at)];
  const bytes = Buffer.allocUnsafeSlow(
    parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0),
  );
  let written = 0;
  for (const part of parts) written += bytes.write(part, written);
  return bytes;
}

function handOver(data: string | undefined, nonce: string): string {
  if (data === undefined) return '';
  const literal = JSON.stringify(data).replaceAll(/[&<>\u2028\u2029]/g, escaped);
  const calls = [`enqueue(${literal})`, 'close()'];
  return calls
    .map(
      (call) =>
        `<script nonce="${nonce}">window.__reactRouterContext.streamController.${call};</script>`,
    )
    .join('');
}

/** A sign that could end a script, as a text in the script says it. */
function escaped(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
