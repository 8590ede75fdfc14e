import { Link } from 'react-router';
import { MOST_SERVINGS } from '#app/results/eater.ts';

/**
 * Servings a day between two links, one for fewer and one for more: each has an address and works
 * without scripts. At either end the link stays, so that the focus does, and leads nowhere else.
 */
export function ServingsStepper({
  servings,
  addressOf,
}: {
  servings: number;
  addressOf: (servings: number) => string;
}) {
  return (
    <div
      role="group"
      aria-label="Servings a day"
      className="flex items-stretch rounded-md border border-line-strong font-mono text-sm"
    >
      <Step sign="−" name="One serving fewer" from={servings} by={-1} addressOf={addressOf} />
      <p aria-live="polite" className="flex min-h-11 flex-col items-center justify-center">
        <span className="text-base leading-tight font-medium text-ink tabular">{servings}</span>{' '}
        <span className="text-xs leading-tight text-ink-soft">
          {servings === 1 ? 'serving' : 'servings'} a day
        </span>
      </p>
      <Step sign="+" name="One serving more" from={servings} by={1} addressOf={addressOf} />
    </div>
  );
}

function Step({
  sign,
  name,
  from,
  by,
  addressOf,
}: {
  sign: string;
  name: string;
  from: number;
  by: 1 | -1;
  addressOf: (servings: number) => string;
}) {
  const next = Math.min(Math.max(from + by, 1), MOST_SERVINGS);
  return (
    <Link
      to={addressOf(next)}
      replace
      preventScrollReset
      aria-disabled={next === from || undefined}
      className="flex min-w-11 items-center justify-center text-lg text-accent-ink hover:bg-accent-wash aria-disabled:cursor-not-allowed aria-disabled:text-ink-faint aria-disabled:hover:bg-transparent"
    >
      <span aria-hidden="true">{sign}</span>
      <span className="sr-only">{name}</span>
    </Link>
  );
}
