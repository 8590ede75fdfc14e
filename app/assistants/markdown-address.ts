/** Pages that are read as Markdown too. */
const PAGES =
  /^\/(plasticlist(\/\d+|\/compare|\/kinds(\/[\w-]+)?)?|product\/\d+|risk-methodology|search|surveys|tests)?$/;

/** Where a page is read as Markdown, `/plasticlist/93.md`; undefined where it is not. */
export function markdownAddress(pathname: string, search = ''): string | undefined {
  if (!PAGES.test(pathname)) return undefined;
  return `${pathname === '/' ? '/index' : pathname}.md${search}`;
}

/** The page that such an address is of; undefined of any other. */
export function pageOfMarkdown(pathname: string): string | undefined {
  if (!pathname.endsWith('.md')) return undefined;
  const page = pathname === '/index.md' ? '/' : pathname.slice(0, -'.md'.length);
  return markdownAddress(page) === pathname ? page : undefined;
}
