import {
  compile,
  type HtmlElement,
  type HtmlFormatter,
  type HtmlNode,
  type TextBuilder,
  type Walk,
} from 'html-to-text';
import { escaped, markdownTable } from './markdown-table.ts';

/** What its links are relative to, and the paths that they lead to. */
type Page = { baseUrl: string; links: string[] };

/** What is on a page for hands and eyes alone. */
const SKIPPED =
  '[data-skip-in-text=true] [aria-hidden=true] [role=tooltip] a[href^="#"] button form img input label nav noscript script style svg'.split(
    ' ',
  );

/** A heading, or a fact of a list of terms. */
const line: HtmlFormatter = ({ children }, walk, builder, { prefix }) => {
  const lineBreaks = prefix === '- ' ? 1 : 2;
  builder.openBlock({ leadingLineBreaks: lineBreaks });
  walk(children, builder);
  builder.closeBlock({
    trailingLineBreaks: lineBreaks,
    blockTransform: (text: string) => prefix + text.replaceAll(/\s+/g, ' ').trim(),
  });
};

/** Emphasis is left away; what only the style sheet keeps apart stays apart. */
const inline: HtmlFormatter = (element, walk, builder, { after = '' }) => {
  const isTouching = element.prev?.type === 'tag' && /^[\p{L}\p{N}$([/]/u.test(textOf(element));
  if (isTouching) builder.addInline(' ');
  walk(element.children, builder);
  builder.addInline(after);
};

const link: HtmlFormatter = (element, walk, builder) => {
  if (textOf(element).trim() === '') return;
  const { baseUrl, links } = builder.metadata as Page;
  const url = new URL(element.attribs.href ?? '', baseUrl);
  links.push(url.pathname + url.hash);
  const address = url.href.replaceAll('(', '%28').replaceAll(')', '%29');
  builder.addInline(element.prev?.type === 'tag' ? ' [' : '[', { noWordTransform: true });
  walk(element.children, builder);
  builder.addInline(`](${address})`, { noWordTransform: true });
};

const table: HtmlFormatter = (element, walk, builder) => {
  walk(elementsIn(element, 'caption'), builder);
  const rows = elementsIn(element, 'tr').map((row) => elementsIn(row, 'th', 'td'));
  const columns = Math.max(...rows.map(({ length }) => length));
  const cells = rows.map((row) => {
    // A name that reaches down from above is missing here.
    const missing = row[0]?.name === 'td' ? columns - row.length : 0;
    return [...Array.from({ length: missing }, () => []), ...row.map(({ children }) => children)];
  });
  addTable(elementsIn(element, 'thead').length > 0 ? cells : [[], ...cells], walk, builder);
};

/** A report's tiles, a row for each family; how each is worked out comes after what to do. */
const tiles: HtmlFormatter = (element, walk, builder) => {
  const head = ['Family', 'For certain', 'Level', element.attribs['data-servings'] ?? ''];
  const rows = [head.map((data): HtmlNode[] => [{ type: 'text', data }])];
  const below: HtmlElement[] = [];
  for (const section of elementsIn(element, 'section')) {
    const [first, ...parts] = childrenOf(childrenOf(section)[0]);
    const [name, ...ticks] = childrenOf(first);
    const [word, ...share] = childrenOf(parts.find((part) => 'data-level' in part.attribs));
    const of = (tag: string) => parts.filter((part) => part.name === tag);
    const certain = [...ticks, ...of('header')];
    rows.push([name?.children ?? [], certain, word ? [word] : [], [...share, ...of('p')]]);
    below.push(...(name ? [name] : []), ...elementsIn(section, 'table', 'details'));
  }
  addTable(rows, walk, builder);
  const next = childrenOf(element.parent ?? undefined);
  next.find((one) => one.attribs['aria-labelledby'] === 'what-to-do')?.children.push(...below);
};

function addTable(rows: HtmlNode[][][], walk: Walk, builder: TextBuilder): void {
  builder.openTable();
  for (const cells of rows) {
    builder.openTableRow();
    for (const nodes of cells) {
      builder.openTableCell();
      walk(nodes, builder);
      builder.closeTableCell();
    }
    builder.closeTableRow();
  }
  const tableToString = (read: { text: string }[][]) =>
    markdownTable(read.map((row) => row.map(({ text }) => text)));
  builder.closeTable({ tableToString });
}

const blocks = ['summary', 'figcaption', 'figure', 'details', 'caption'];

const toText = compile({
  wordwrap: false,
  encodeCharacters: escaped,
  baseElements: { selectors: ['main'] },
  formatters: { line, inline, link, table, tiles },
  selectors: [
    { selector: '*', format: 'inline' },
    ...[1, 2, 3, 4].map((level) => ({
      selector: `h${level}`,
      format: 'line',
      options: { prefix: `${'#'.repeat(level)} ` },
    })),
    { selector: 'a', format: 'link' },
    { selector: 'dl > div', format: 'line', options: { prefix: '- ' } },
    { selector: 'dt', format: 'inline', options: { after: ':' } },
    { selector: 'table', format: 'table' },
    { selector: 'section[aria-label="Report card"]', format: 'tiles' },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    ...blocks.map((selector) => ({ selector, format: 'block' })),
    ...SKIPPED.map((selector) => ({ selector, format: 'skip' })),
    // A word that explains itself when it is pressed.
    ...['h2', 'h3'].map((level) => ({ selector: `${level} > button`, format: 'inline' })),
  ],
});

/**
 * The main part of a page as Markdown, its sentences as they stand there; links lead to `baseUrl`, which
 * has no trailing slash. The title comes first, what stands above it on the page after it. The paths
 * that its links lead to are added to `links`.
 */
export function toMarkdown(html: string, baseUrl: string, links: string[] = []): string {
  const text = toText(html, { baseUrl, links } satisfies Page)
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n');
  const [, above = '', title = '', below = text] = /^(.*?)(^# .*?)$(.*)/ms.exec(text) ?? [];
  return [title, above, below]
    .map((part) => part.trim())
    .filter(Boolean)
    .join('\n\n');
}

function childrenOf(element: HtmlElement | undefined): HtmlElement[] {
  return element?.children.filter((node) => node.type === 'tag') ?? [];
}

/** Of the named kinds, in order; those within such a one are not looked at. */
function elementsIn(element: HtmlElement, ...names: string[]): HtmlElement[] {
  return childrenOf(element).flatMap((child) =>
    names.includes(child.name) ? [child] : elementsIn(child, ...names),
  );
}

function textOf(node: HtmlNode): string {
  return node.type === 'text' ? node.data : (node.children?.map(textOf).join('') ?? '');
}
