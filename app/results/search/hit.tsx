import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** One product, pressed wherever its row is. */
export function Hit({ to, name, children }: { to: string; name: string; children: ReactNode }) {
  return (
    <li className="relative border-b border-line py-3">
      <h3 className="text-lg leading-snug">
        <Link
          to={to}
          className="wrap-anywhere underline-offset-4 after:absolute after:inset-0 hover:underline"
        >
          {name}
        </Link>
      </h3>
      {children}
    </li>
  );
}
