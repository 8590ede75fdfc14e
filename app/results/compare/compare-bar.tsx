import { Link } from 'react-router';
import { counted } from '#app/kit/text.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { compareAddress } from './compare-query.ts';
import { COMPARE_FULL, COMPARE } from '#app/results/messages.ts';
import { useCompareChoice } from './compare-choice.ts';

/**
 * The products chosen to be compared, at the foot of the window for as long as there are any;
 * `isRaised` where something else lies there on a small screen.
 */
export function CompareBar({ isRaised }: { isRaised: boolean }) {
  const { ids, isRefused, replace } = useCompareChoice();
  const count = counted(ids.length, 'product');
  return (
    <div
      className={`sticky bottom-[calc(0.75rem+var(--foot,0px))] z-20 ${isRaised ? 'max-sm:bottom-[calc(5rem+var(--foot,0px))]' : ''}`}
    >
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

/**
 * Chooses a product of the list to be compared, or takes it away. Without scripts the same button
 * leads to the comparison with this product.
 */
export function CompareToggle({ id, name }: { id: number; name: string }) {
  const { ids, toggle } = useCompareChoice();
  const isChosen = ids.includes(id);
  return (
    <form
      action="/plasticlist/compare"
      onSubmit={(event) => {
        event.preventDefault();
        toggle(id);
      }}
    >
      <input type="hidden" name="ids" value={id} />
      <button
        type="submit"
        aria-pressed={isChosen}
        className="group inline-flex min-h-8 items-center gap-2 rounded-sm font-mono text-xs text-ink-soft hover:text-ink aria-pressed:text-accent-ink"
      >
        <svg viewBox="0 0 14 14" aria-hidden="true" className="size-3.5">
          <rect
            x="0.5"
            y="0.5"
            width="13"
            height="13"
            rx="2"
            className="fill-transparent stroke-line-strong group-aria-pressed:fill-accent-wash group-aria-pressed:stroke-accent-ink"
          />
          {isChosen && (
            <path
              d="m3.5 7.2 2.4 2.4 4.6-5"
              strokeWidth="1.6"
              className="fill-transparent stroke-current"
            />
          )}
        </svg>
        {COMPARE}
        <span className="sr-only"> {name}</span>
      </button>
    </form>
  );
}
