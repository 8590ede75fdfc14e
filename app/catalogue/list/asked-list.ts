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

/** Whether another query of the list page at `pathname` is on its way. */
export function useIsListLoading(pathname: string): boolean {
  const navigation = useNavigation();
  const revalidator = useRevalidator();
  return navigation.location?.pathname === pathname || revalidator.state === 'loading';
}
