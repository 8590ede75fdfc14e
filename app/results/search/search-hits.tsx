import { href, Link } from 'react-router';
import type { TopicAnswer } from '#app/catalogue/search/topics.ts';
import { counted } from '#app/kit/text.ts';
import { Hit, OtherTests, ToFund } from '#app/results/hits.tsx';
import { MiniStrips, type FamilyMarks } from '#app/results/mini-strips.tsx';
import { SmallPhoto } from '#app/pictures/photo.tsx';
import { reportShape } from '#app/results/answers/report-shape.ts';
import { KindLink } from '#app/results/kind-link.tsx';
import { MetalHits } from '#app/results/metals/metal-stands.tsx';
import type { RiskLevelRow } from '#app/results/tested-schema.ts';
import { limitsNamed } from '#app/toxicology/limits-named.ts';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import type { Everything } from './find-everything.server.ts';
import { TextLink } from '#app/ui/text-link.tsx';

/** What a search over everything found: what is said of a substance, tested products with their sentences, the others, and what is near. */
export function SearchHits({
  marks,
  lead,
  ...found
}: Everything & {
  marks: Record<number, FamilyMarks>;
  /** What is said above it of a list that has none of it. */
  lead?: string;
}) {
  const { asked, topic, tested, toFund, kinds, testedOfKind, related } = found;
  const { further = {}, metals = [] } = found;
  const all = [kinds, tested.items, testedOfKind, toFund.items, related, metals];
  return (
    <>
      {topic && <TopicAnswered {...topic} />}
      {lead && !topic && all.some(({ length }) => length > 0) && (
        <p className="mt-3 text-sm">{lead}</p>
      )}
      {kinds.length > 0 && (
        <ul aria-label="Kinds" className="mt-3 flex flex-wrap gap-x-5">
          {kinds.map((kind) => (
            <li key={kind.key}>
              <KindLink kind={kind} />
            </li>
          ))}
        </ul>
      )}
      {tested.items.length > 0 && (
        <section aria-labelledby="hits-tested" className="mt-6">
          <RuleLabel id="hits-tested">{`${tested.total} tested`}</RuleLabel>
          <Rows rows={tested.items} marks={marks} further={further} />
          {tested.total > tested.items.length && (
            <p className="mt-3 text-sm text-ink-soft">
              The {tested.items.length} nearest of {counted(tested.total, 'product')}. Add a word,
              or <TextLink to={href('/plasticlist')}>look through all tested products</TextLink>.
            </p>
          )}
        </section>
      )}
      {kinds[0] && testedOfKind.length > 0 && (
        <section aria-labelledby="hits-kind" className="mt-6">
          <RuleLabel id="hits-kind">Tested: {kinds[0].name.toLowerCase()}</RuleLabel>
          <Rows rows={testedOfKind} marks={marks} further={further} />
        </section>
      )}
      {(tested.items.length > 0 || testedOfKind.length > 0) && (
        <p className="mt-3 max-w-prose text-sm text-ink-soft">{limitsNamed()}</p>
      )}
      {metals.length > 0 && (
        <section aria-labelledby="hits-metals" className="mt-6">
          <RuleLabel id="hits-metals">{`${metals.length} tested for metals`}</RuleLabel>
          <MetalHits hits={metals} />
        </section>
      )}
      <ToFund
        id="hits-to-fund"
        title={`${toFund.total} not tested yet`}
        items={toFund.items}
        further={further}
      />
      {toFund.total > toFund.items.length && (
        <p className="mt-3 text-sm">
          <TextLink to={`${href('/')}?search=${encodeURIComponent(asked)}`}>
            Look through the whole list
          </TextLink>
        </p>
      )}
      <ToFund
        id="related"
        title="Not tested yet, of the same kind"
        items={related}
        further={further}
      />
    </>
  );
}

/** What is said of something that is asked about and is no product. */
export function TopicAnswered({ text, links }: TopicAnswer) {
  return (
    <section aria-label="Answer" className="mt-3 max-w-prose">
      <p>{text}</p>
      <ul className="mt-2 flex flex-wrap gap-x-5">
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className="link inline-flex min-h-8 items-center text-sm">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Several are strips, to be compared at a glance; of one alone, its sentence is read. */
function Rows({
  rows,
  marks,
  further,
}: {
  rows: readonly RiskLevelRow[];
  marks: Record<number, FamilyMarks>;
  further: NonNullable<Everything['further']>;
}) {
  const isOne = rows.length === 1;
  return (
    <ul>
      {rows.map((row) => {
        const own = marks[row.product_id];
        return (
          <Hit
            key={row.product_id}
            to={href('/plasticlist/:originalId', { originalId: String(row.product_id) })}
            name={row.name}
            photo={<SmallPhoto url={row.image_url} shape={reportShape(row)} />}
          >
            {own && <MiniStrips row={row} marks={own} className="mt-1 max-w-md" />}
            <p className={isOne || !own ? 'mt-1 text-sm text-ink-soft' : 'sr-only'}>
              {row.sentence}
            </p>
            <OtherTests tests={further[row.product_id]} />
          </Hit>
        );
      })}
    </ul>
  );
}
