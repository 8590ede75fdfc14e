import type { ShouldRevalidateFunctionArgs } from 'react-router';

/**
 * A page's `shouldRevalidate` where everything that its query chooses from is loaded already:
 * choosing asks for nothing.
 */
export function keepWithinPage({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isSamePage = currentUrl.pathname === nextUrl.pathname;
  return isSamePage && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate;
}
