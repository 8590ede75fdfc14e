import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** What could not be loaded, and the button that tries again. */
export function RetryNotice({ retry, children }: { retry: () => void; children: ReactNode }) {
  return (
    <Notice
      tone="error"
      action={
        <Button size="small" className="noscript:hidden" onClick={retry}>
          Try again
        </Button>
      }
    >
      {children}
    </Notice>
  );
}
