import { useEffect } from 'react';
import { useNavigation, useSearchParams, useRevalidator } from 'react-router';

/**
 * The parameters that the list page at `pathname` was asked for last: those that are on their way,
 * else those of its address. What changes the list goes by these: by the address alone, taking back
 * what is on its way would look like no change, and its answer would stay.
 */
export function useAskedParams(pathname: string): URLSearchParams {
  const { location } = useNavigation();
  const [params] = useSearchParams();
  return location?.pathname === pathname ? new URLSearchParams(location.search) : params;
}

/** List pages that are on the screen. */
const shown = new Set<string>();

/** Notes that the list page at `pathname` is on the screen, as long as it is. */
export function useShownList(pathname: string): void {
  useEffect(() => {
    shown.add(pathname);
    return () => void shown.delete(pathname);
  }, [pathname]);
}

/**
 * Whether it is, so that what stands around its list is there. The address does not tell: on the way
 * back it is the list's before that is.
 */
export function isListShown(pathname: string): boolean {
  return shown.has(pathname);
}

/** Whether another query of the list page at `pathname` is on its way. */
export function useIsListLoading(pathname: string): boolean {
  const navigation = useNavigation();
  const revalidator = useRevalidator();
  return navigation.location?.pathname === pathname || revalidator.state === 'loading';
}
