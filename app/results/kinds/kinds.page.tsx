import { href, Link } from 'react-router';
import { groups } from '#app/catalogue/groups.ts';
import { kindOf, kinds } from '#app/catalogue/kinds.ts';
import { untestedAmong } from '#app/catalogue/search/find-to-fund.server.ts';
import { siteUrl } from '#app/config.ts';
import { breadcrumbs, linkedData } from '#app/feeds/linked-data.ts';
import { pageMeta } from '#app/feeds/page-meta.ts';
import { BackLink } from '#app/results/back-link.tsx';
import { isVintage } from '#app/results/answers/product-category.ts';
import { allTested, itemOfTested } from '#app/results/read/risk-levels.server.ts';
import { site } from '#app/site.ts';
import { surveyedKinds } from '#app/surveys/food-kinds.ts';
import { RuleLabel, RuledSection } from '#app/ui/rule-label.tsx';
import type { Route } from './+types/kinds.page.ts';

export async function loader() {
  const [tested, toFund] = await Promise.all([
    allTested(),
    untestedAmong(kinds.flatMap(({ products }) => products)),
  ]);
  const testedIds = tested.filter(({ tags }) => !isVintage(tags)).map(itemOfTested);
  const toFundIds = toFund.map(({ id }) => id);
  const counted = kinds.map((kind) => {
    const [tests, untested] = [testedIds, toFundIds].map(
      (ids) => ids.filter((id) => kindOf(id) === kind).length,
    );
    const counts = [tests ? `${tests} tested` : '', untested ? `${untested} to fund` : ''];
    const { key, name, group } = kind;
    return { key, name, group, note: counts.filter(Boolean).join(', ') };
  });
  const baseUrl = siteUrl();
  return {
    shelves: groups
      .map(({ key, name }) => ({
        name,
        kinds: counted.filter((kind) => kind.group === key && kind.note),
      }))
      .filter((shelf) => shelf.kinds.length > 0),
    surveyed: counted
      .filter(({ key, note }) => surveyedKinds.has(key) && !note)
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    baseUrl,
    linkedData: linkedData(
      breadcrumbs(
        baseUrl,
        { name: 'Tested products', path: href('/plasticlist') },
        { name: 'Kinds', path: href('/plasticlist/kinds') },
      ),
    ),
  };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: `Kinds of products · ${site.name}`,
    description:
      'Which is lowest in plastic chemicals? Infant formula, plant milk, yogurt, bottled water, and more: what is tested of each kind, and what can be funded.',
    address: `${loaderData?.baseUrl ?? ''}${href('/plasticlist/kinds')}`,
    table: '/plasticlist/kinds.csv',
    linkedData: loaderData?.linkedData,
  });
}

export default function KindsPage({ loaderData: { shelves, surveyed } }: Route.ComponentProps) {
  return (
    <article className="page-column pt-6 pb-16">
      <BackLink />
      <h1 className="mt-5 text-2xl sm:text-3xl">Kinds of products</h1>
      <p className="mt-3 max-w-prose text-lg text-ink-soft">
        Which is lowest? Each page sets what is tested of a kind side by side.
      </p>
      <div className="mt-2 gap-x-12 sm:columns-2 lg:columns-3">
        {shelves.map(({ name, kinds: those }) => (
          <section key={name} aria-label={name} className="break-inside-avoid pt-6">
            <RuleLabel>{name}</RuleLabel>
            <ul>
              {those.map((kind) => (
                <Entry key={kind.key} kind={kind} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {surveyed.length > 0 && (
        <RuledSection id="surveyed" title="What surveys found" className="pt-10">
          <p className="mt-2">No product of these has been tested yet.</p>
          <ul className="gap-x-12 sm:columns-2 lg:columns-3">
            {surveyed.map((kind) => (
              <Entry key={kind.key} kind={kind} />
            ))}
          </ul>
        </RuledSection>
      )}
    </article>
  );
}

function Entry({ kind: { key, name, note } }: { kind: Record<'key' | 'name' | 'note', string> }) {
  return (
    <li className="border-b border-line">
      <Link
        to={href('/plasticlist/kinds/:kind', { kind: key })}
        className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-1.5 underline-offset-4 hover:underline"
      >
        {name} {note && <span className="text-sm text-ink-soft">{note}</span>}
      </Link>
    </li>
  );
}
