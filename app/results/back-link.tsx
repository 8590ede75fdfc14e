import { href, Link } from 'react-router';
import { BACK_TO_LIST } from './messages.ts';

/** From a report, or a comparison, to the list. */
export function BackLink() {
  return (
    <Link
      data-skip-in-text
      to={href('/plasticlist')}
      className="link inline-flex min-h-8 items-center font-mono text-sm"
    >
      <span aria-hidden="true" className="mr-1.5">
        ←
      </span>
      {BACK_TO_LIST}
    </Link>
  );
}
