import { createHash } from 'node:crypto';
import { escaped } from '#app/kit/escaped.ts';
import { site } from '#app/site.ts';
import { darkPalette as dark, lightPalette as light } from '#app/ui/palette.ts';
import type { EmbedLook } from './embed-address.ts';
import type { EmbedCard } from './embed-card.ts';

/** All of it: no font, picture, or script is asked for. */
const STYLE = [
  `:root{color-scheme:light dark;--p:${light.paperRaised};--i:${light.ink};--s:${light.inkSoft};--l:${light.inkFaint};--a:${light.accent};--c:${light.accentInk}}`,
  `@media(prefers-color-scheme:dark){:root{--p:${dark.paperRaised};--i:${dark.ink};--s:${dark.inkSoft};--l:${dark.inkSoft};--c:${dark.accentInk}}}`,
  '*{box-sizing:border-box;margin:0}',
  'html,body,main{height:100%}',
  'body{background:var(--p);color:var(--i);font:14px/1.4 system-ui,sans-serif}',
  'a{display:flex;flex-direction:column;height:100%;padding:10px 14px;border:1px solid var(--l);border-radius:8px;overflow:auto;color:inherit;text-decoration:none}',
  'a:focus-visible{outline:3px solid var(--c);outline-offset:-3px}',
  '.o{color:var(--s);font-size:12px}',
  'h1{flex:none;font-size:17px;line-height:1.25;overflow-wrap:anywhere}',
  'svg{display:block;width:100%;height:14px;margin:8px 0;flex:none}',
  'rect{fill:none;stroke:var(--l)}.r{fill:var(--a)}',
  '.g{margin-top:auto;padding-top:4px;color:var(--c);font-weight:bold;text-decoration:underline}',
  '.badge{padding:7px 12px;font-size:13px}.badge h1{font-size:14px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis}',
].join('');

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** What goes with a page that is made to stand in a frame of any other site. */
export const EMBED_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  // Frames are allowed everywhere, and nothing else: no script, no form, no picture.
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors *`,
  'Cross-Origin-Resource-Policy': 'cross-origin',
  // The page that it leads to is the one to be found.
  'X-Robots-Tag': 'noindex',
};

/** A whole page that says where something stands; `origin` has no trailing slash. */
export function drawEmbed(card: EmbedCard, look: EmbedLook, origin: string): string {
  const { name, about, lines, short, bars, path, call } = card;
  const head = [small(`${site.name}: independent lab tests`), `<h1>${escaped(name)}</h1>`];
  const body =
    look === 'badge'
      ? [paragraph(short)]
      : [
          about && small(about),
          bars.length > 0 && barsOf(bars, lines[0] ?? ''),
          ...lines.map(paragraph),
          `<p class="g">${escaped(call)}</p>`,
        ];
  return page(name, look, origin + path, [...head, ...body.filter(Boolean)]);
}

/** The page in the place of what is not there, or not any more. */
export function drawNothing(sentence: string, origin: string): string {
  return page(site.name, 'card', `${origin}/`, [small(site.name), paragraph(sentence)]);
}

const paragraph = (text: string) => `<p>${escaped(text)}</p>`;
const small = (text: string) => `<p class="o">${escaped(text)}</p>`;

/** A bar a sample, filled by its share. */
function barsOf(shares: number[], label: string): string {
  const step = 100 / shares.length;
  const rects = shares.map((share, at) => {
    const rect = (look: string, width: number) =>
      `<rect${look} x="${at * step}%" width="${width}%" height="14"/>`;
    return (share > 0 ? rect(' class="r"', share * (step - 1)) : '') + rect('', step - 1);
  });
  return `<svg role="img" aria-label="${escaped(label)}">${rects.join('')}</svg>`;
}

function page(title: string, look: EmbedLook, address: string, parts: unknown[]): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escaped(title)}</title>`,
    // Else a browser that opens it by itself asks for one.
    '<link rel="icon" href="data:,">',
    `<style>${STYLE}</style></head><body><main>`,
    `<a class="${look}" href="${escaped(address)}" target="_blank" rel="noopener">`,
    ...parts,
    '</a></main></body></html>',
  ].join('');
}
