import { COMPARE } from '#app/results/messages.ts';
import { useCompareChoice } from './use-compare-choice.ts';

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
