import type { ReactNode } from 'react';
import { Button, buttonClass } from './button.tsx';
import { Notice } from './notice.tsx';

/** What could not be loaded, and what tries again: `retry`, or the page's own address. */
export function RetryNotice({ retry, children }: { retry?: () => void; children: ReactNode }) {
  return (
    <Notice
      tone="error"
      action={
        retry ? (
          <Button size="small" className="noscript:hidden" onClick={retry}>
            Try again
          </Button>
        ) : (
          <a href="" className={buttonClass({ size: 'small' })}>
            Try again
          </a>
        )
      }
    >
      {children}
    </Notice>
  );
}
