import type { ReactNode } from 'react';
import { buttonClass } from '#app/ui/button.tsx';

/** What narrows a list down: behind one button on a phone, and in sight where there is room. */
export function Filters({ on, children }: { on: number; children: ReactNode }) {
  return (
    <details
      data-skip-in-text
      className="phone-disclosure max-sm:open:col-span-full sm:col-span-full @2xl:row-start-1"
    >
      <summary
        className={`${buttonClass({ size: 'small' })} min-h-11! list-none [&::-webkit-details-marker]:hidden`}
      >
        {`Filters${on > 0 ? ` (${on} on)` : ''}`}
      </summary>
      {children}
    </details>
  );
}
