import { href, Link } from 'react-router';
import { NUMBERS } from '#app/kit/numbers.ts';

/**
 * What is agreed to by paying; it stands under every button that leads to a payment. The record itself: the home page needs
 * none of the other facts.
 */
export function AcceptTerms({ className = '' }: { className?: string }) {
  return (
    <p className={`text-sm text-ink-faint noscript:hidden ${className}`}>
      By paying, you accept the{' '}
      <Link to={`${href('/legal')}?tab=terms`} className="link">
        terms
      </Link>{' '}
      and confirm that you are {NUMBERS.contributorAgeYears} or older.
    </p>
  );
}
