import { href, Link } from 'react-router';
import { CategoryChips } from '#app/catalogue/list/category-chips.tsx';
import { ListNote } from '#app/catalogue/list/list-note.tsx';
import { MetalHits, type MetalHit } from '#app/results/metals/metal-stands.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';

export const METALS_TITLE = 'Tested for metals';
export const METALS_LEAD =
  'What laboratories found of lead, cadmium, arsenic, and mercury, held against each authority’s own limit.';
export const METAL_SORTS = ['newest', 'name'] as const;
export type MetalSort = (typeof METAL_SORTS)[number];

export const metalSortOf = (params: URLSearchParams): MetalSort =>
  params.get('sort') === 'name' ? 'name' : 'newest';

/** Every test for metals that has results: what it says of lead, and how each metal stands. */
export function MetalsList({ hits, sort }: { hits: readonly MetalHit[]; sort: MetalSort }) {
  return (
    <section aria-labelledby="tested" className="page-column pt-6 pb-16">
      <h1 className="text-3xl sm:text-4xl">{METALS_TITLE}</h1>
      <p className="mt-1 max-w-prose text-ink-soft sm:text-lg">
        {`${METALS_LEAD} For metals there are no levels. `}
        <Link to="/risk-methodology?panel=metals" className="link">
          How they are judged
        </Link>
        , or{' '}
        <Link to={href('/plasticlist')} className="link">
          what was tested for plastic chemicals
        </Link>
        .
      </p>
      <RuleLabel
        id="tested"
        note={<ListNote total={hits.length} table="/metals.csv" what="test" />}
        className="mt-6"
      >
        Results
      </RuleLabel>
      <CategoryChips
        label="Sorted"
        counts={METAL_SORTS.map((key) => ({ key, name: key === 'name' ? 'By name' : 'Newest' }))}
        chosen={sort}
        most={0}
        to={(key) => `?panel=metals${key === 'name' ? '&sort=name' : ''}`}
      />
      {hits.length === 0 ? <p className="mt-6">No results yet.</p> : <MetalHits hits={hits} />}
    </section>
  );
}
