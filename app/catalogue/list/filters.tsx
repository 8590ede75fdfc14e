import type { ReactNode } from 'react';
import { buttonClass } from '#app/ui/button.tsx';

/** What narrows a list down: behind one button on a phone, and in sight where there is room. */
export function Filters({ on, children }: { on: number; children: ReactNode }) {
  return (
    <details data-skip-in-text className="filters mt-3">
      <summary
        className={`${buttonClass({ size: 'small' })} min-h-9! list-none [&::-webkit-details-marker]:hidden`}
      >
        {`Filters${on > 0 ? ` (${on} on)` : ''}`}
      </summary>
      {children}
    </details>
  );
}
