import { Link } from 'react-router';
import { counted } from '#app/kit/text.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { compareAddress } from './compare-query.ts';
import { COMPARE_FULL } from '#app/results/messages.ts';
import { useCompareChoice } from './use-compare-choice.ts';

/**
 * The products chosen to be compared, at the foot of the window for as long as there are any;
 * `isRaised` where something else lies there on a small screen.
 */
export function CompareBar({ isRaised }: { isRaised: boolean }) {
  const { ids, isRefused, replace } = useCompareChoice();
  const count = counted(ids.length, 'product');
  return (
    <div className={`sticky bottom-3 z-20 ${isRaised ? 'max-sm:bottom-20' : ''}`}>
      {/* Stays, so that what changes in it is read aloud. */}
      <p role="status" className="sr-only">
        {isRefused ? COMPARE_FULL : ids.length > 0 ? `${count} chosen to compare` : ''}
      </p>
      {ids.length > 0 && (
        <section
          aria-label="Products to compare"
          className="foot-bar mt-4 rounded-lg border border-line-strong bg-paper-raised p-3 shadow-raised"
        >
          {isRefused && (
            <p aria-hidden="true" className="mb-2.5 font-mono text-xs text-warn">
              {COMPARE_FULL}
            </p>
          )}
          <div className="flex items-center gap-2">
            <Link
              to={compareAddress(ids)}
              className={`${buttonClass({ variant: 'primary' })} min-w-0 flex-1`}
            >
              Compare {count}
            </Link>
            <Button variant="quiet" onClick={() => replace([])}>
              Clear
            </Button>
          </div>
        </section>
      )}
    </div>
  );
}
