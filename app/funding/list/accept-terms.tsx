import { href, Link } from 'react-router';

/**
 * What is agreed to by paying; it stands under every button that leads to a payment (spec §1: the
 * terms say that contributors are 18 or older). The age is written out: it is on the home page too,
 * which needs none of the other facts.
 */
export function AcceptTerms({ className = '' }: { className?: string }) {
  return (
    <p className={`text-xs text-ink-faint noscript:hidden ${className}`}>
      By paying, you accept the{' '}
      <Link to={`${href('/legal')}?tab=terms`} className="link">
        terms
      </Link>{' '}
      and confirm that you are 18 or older.
    </p>
  );
}
