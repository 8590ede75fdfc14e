import type { ShouldRevalidateFunctionArgs } from 'react-router';

/** The figures are worked out from what the report states: another viewpoint asks for nothing. */
export function revalidateReport({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isSameReport = currentUrl.pathname === nextUrl.pathname;
  return isSameReport && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate;
}
