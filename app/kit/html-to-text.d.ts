/** It comes without types; what is used of it here. */
declare module 'html-to-text' {
  export type HtmlNode = HtmlElement | { type: 'text'; data: string };
  export interface HtmlElement {
    type: 'tag';
    name: string;
    attribs: Record<string, string>;
    children: HtmlNode[];
    parent: HtmlElement | null;
    prev: HtmlNode | null;
  }
  /** Opens, adds to, and closes parts of the text, each by options of its own. */
  export type TextBuilder = { metadata: unknown } & Record<
    'addInline' | `${'open' | 'close'}${'Block' | 'Table' | 'TableRow' | 'TableCell'}`,
    (...options: unknown[]) => void
  >;
  export type Walk = (nodes: readonly HtmlNode[], builder: TextBuilder) => void;
  export type HtmlFormatter = (
    element: HtmlElement,
    walk: Walk,
    builder: TextBuilder,
    options: Record<string, string>,
  ) => void;
  export function compile(options: object): (html: string, metadata?: unknown) => string;
}
