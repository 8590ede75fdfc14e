import { useNavigation, useRevalidator } from 'react-router';

/** Whether another query of the list page at `pathname` is on its way. */
export function useIsListLoading(pathname: string): boolean {
  const navigation = useNavigation();
  const revalidator = useRevalidator();
  return navigation.location?.pathname === pathname || revalidator.state === 'loading';
}
