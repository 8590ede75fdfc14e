/**
 * Names the pattern that a path is answered by, such as `/product/:id`, and `*` for what no
 * pattern fits. `patterns` have parts like `:id` or `{id}`; the first that fits wins. A page's
 * data has its page's pattern.
 */
export function routePatterns(patterns: readonly string[]): (pathname: string) => string {
  const tidy = patterns.map((pattern) => pattern.replaceAll(/\{(\w+)\}/g, ':$1'));
  const fixed = new Set(tidy.filter((pattern) => !pattern.includes(':')));
  const varying = tidy
    .filter((pattern) => pattern.includes(':'))
    .map((pattern) => ({
      pattern,
      fits: new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`),
    }));
  return (pathname) => {
    if (pathname.startsWith('/assets/')) return '/assets/*';
    // What the router asks for is `/about.data`, or `/_.data` for what ends in a slash.
    const path = pathname.replace(/(\/_)?\.data$/, '').replace(/\/$/, '') || '/';
    if (fixed.has(path)) return path;
    return varying.find(({ fits }) => fits.test(path))?.pattern ?? '*';
  };
}
