import { Link } from 'react-router';
import { bodyWeights, type BodyWeight } from '#app/toxicology/body-weights.ts';

/**
 * Child or adult: the reference person that percents are of. Two links, so that a choice has an
 * address and works without scripts; with them nothing is loaded.
 */
export function WeightToggle({ chosen }: { chosen: BodyWeight }) {
  return (
    <nav aria-label="Reference body weight" className="flex rounded-md border border-line-strong">
      {bodyWeights.map((weight, index) => (
        <Link
          key={weight.key}
          to={index === 0 ? '?' : `?weight=${weight.key}`}
          replace
          preventScrollReset
          aria-current={weight.key === chosen.key ? 'true' : undefined}
          className="group flex min-h-11 items-center gap-2 border-b-3 border-transparent px-4 font-mono text-sm text-ink-soft hover:text-ink aria-[current]:border-accent aria-[current]:bg-accent-wash aria-[current]:text-accent-ink"
        >
          <span
            aria-hidden="true"
            className="size-2.5 rounded-full border border-line-strong group-aria-[current]:border-accent group-aria-[current]:bg-accent"
          />
          {weight.label} <span className="text-xs">{weight.weightKg} kg</span>
        </Link>
      ))}
    </nav>
  );
}
