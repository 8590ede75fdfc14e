import { href, Link } from 'react-router';

/** Leads from a level to the page that says what it rests on. */
export function MethodologyLink() {
  return (
    <Link to={href('/risk-methodology')} className="link whitespace-nowrap">
      How levels are calculated
    </Link>
  );
}
