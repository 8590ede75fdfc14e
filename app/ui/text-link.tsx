import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** A link within text to another page of the site. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="link">
      {children}
    </Link>
  );
}

/** The same to a file, or to another site. */
export function PlainLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="link">
      {children}
    </a>
  );
}
