import type { ReactNode } from 'react';

/** What is cited, with the way to it where it has an address. */
export function Cited({ url, children }: { url?: string | null; children: ReactNode }) {
  if (!url) return children;
  return (
    <a href={url} rel="noopener" className="link">
      {children}
    </a>
  );
}
