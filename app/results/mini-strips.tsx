import { ask } from '#app/http/ask.ts';
import { rowAnswer } from '#app/results/answers/answer.ts';
import type { FamilyStrip } from '#app/results/answers/strip-of.ts';
import { otherEaterText } from '#app/results/answers/verdict.ts';
import { RiskMark } from './risk-mark.tsx';
import { Strip } from '#app/results/strip/strip.tsx';
import type { RiskLevelRow, Strips } from './tested-schema.ts';
import { families, type Family } from '#app/toxicology/families.ts';

/** What the strips of a product show of each family's samples, and what its ticks say. */
export type FamilyMarks = Omit<Strips, 'product_id'>;

/** What the strips of a product are drawn from; none of one whose marks have not come. */
export function stripsOf(marks?: Pick<FamilyMarks, Family>): FamilyStrip[] {
  return marks ? families.map(({ key: family }) => ({ family, marks: marks[family] })) : [];
}

/** Asks for what the strips of these products show, by number; nothing where it does not come. */
export async function fetchMarks(
  ids: readonly number[],
  signal?: AbortSignal,
): Promise<Record<number, FamilyMarks>> {
  const query = { ids: ids.join(',') };
  const found = ids.length > 0 && (await ask('get /api/strips', { query, signal }));
  return found && found.ok
    ? Object.fromEntries(found.body.items.map(({ product_id, ...marks }) => [product_id, marks]))
    : {};
}

/**
 * A product's strips above one another, each beside its family's name and word. Beside them stands the
 * sentence that says the same, so they are drawn for the eye alone.
 */
export function MiniStrips({
  row,
  marks,
  className = '',
}: {
  row: RiskLevelRow;
  marks: Pick<FamilyMarks, Family>;
  className?: string;
}) {
  return (
    <div aria-hidden="true" className={`grid gap-y-1 ${className}`}>
      <span className="text-2xs text-ink-soft">
        {(otherEaterText(row) || 'for a child: one serving a day').replace('for a', 'A')}
      </span>
      {families.map(({ key, name }) => (
        <div key={key} className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-center gap-x-3">
          <span className="grid gap-y-0.5 text-2xs leading-none">
            <span className="font-mono text-ink-soft">{name}</span>
            <RiskMark {...rowAnswer(row, key)} />
          </span>
          <Strip strip={{ family: key, marks: marks[key] }} size="mini" />
        </div>
      ))}
    </div>
  );
}
