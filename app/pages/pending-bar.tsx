import { useLocation, useNavigation } from 'react-router';

/** A moving line under the navigation while another page is on its way. */
export function PendingBar() {
  const { pathname } = useLocation();
  const navigation = useNavigation();
  const isLeaving = navigation.state === 'loading' && navigation.location.pathname !== pathname;
  return (
    <div role="status" className="fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden">
      {isLeaving && (
        <>
          <div className="h-full w-2/5 animate-sweep bg-accent" />
          <span className="sr-only">[SYSTEM]: Loading...</span>
        </>
      )}
    </div>
  );
}
