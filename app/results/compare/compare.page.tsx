import { useEffect, useRef } from 'react';
import { href, Link, redirect, useSearchParams } from 'react-router';
import { siteUrl } from '#app/config.ts';
import { nearestTo } from '#app/catalogue/messages.ts';
import { counted, listed } from '#app/kit/text.ts';
import { pageMeta } from '#app/feeds/page-meta.ts';
import { site } from '#app/site.ts';
import { bodyWeights } from '#app/toxicology/body-weights.ts';
import { TESTED_FOR } from '#app/kit/facts.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { BackLink } from '#app/results/back-link.tsx';
import { CompareForm } from './compare-form.tsx';
import {
  areForBabies,
  comparedEater,
  compareAddress,
  compareViewpoint,
  isEaterNamed,
  MOST_COMPARED,
} from './compare-query.ts';
import { FamiliesCompared, ProductsCompared } from './compare-rows.tsx';
import { MetalHits } from '#app/results/metals/metal-stands.tsx';
import { findComparison, type ComparedProducts } from './compare.server.ts';
import * as messages from '#app/results/messages.ts';
import { refusedTexts } from '#app/results/answers/viewpoint.ts';
import { limitsNamed } from '#app/toxicology/limits-named.ts';
import { LEVEL_GUIDE } from '#app/results/answers/answer.ts';
import { useCompareChoice } from './compare-choice.ts';
import { verdictOver } from './verdict-row.ts';
import {
  asPerson,
  assumedMark,
  baby,
  isSameEater,
  personText,
  servingsFirst,
  servingsText,
  sharedEater,
  specChild,
} from '#app/results/answers/eater.ts';
import type { Route } from './+types/compare.page.ts';

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const found = await findComparison(params);
  if (found.goTo) {
    const { weightKg, servings } = compareViewpoint(params);
    const named = isEaterNamed(params);
    throw redirect(compareAddress(found.goTo, named ? { weightKg, servings } : undefined, true));
  }
  return { ...found, baseUrl: siteUrl() };
}

export function meta({ loaderData }: Route.MetaArgs) {
  const { comparison, baseUrl = '' } = loaderData ?? {};
  const { products = [], metals = [], ids } = comparison ?? {};
  const names = [...products, ...metals].map(({ name }) => name);
  const what = metals.length > 0 ? '' : `: ${TESTED_FOR} in one serving, against the daily limit`;
  return pageMeta({
    title: `Compare tested products · ${site.name}`,
    description:
      names.length > 0
        ? `Laboratory results of ${listed(names)} side by side${what}.`
        : messages.COMPARE_NONE,
    address: `${baseUrl}${compareAddress(ids ?? products.map(({ id }) => id))}`,
  });
}

export default function ComparePage({ loaderData }: Route.ComponentProps) {
  const { comparison } = loaderData;
  const { products, metals = [], ids = products.map(({ id }) => id) } = comparison;
  useChosenAs(ids);
  const sideBySide = products.length > 0 ? <SideBySide {...{ comparison }} /> : null;
  return (
    <article className="page-column @container pt-6 pb-16">
      <BackLink />
      <header className="mt-5">
        <p className="label text-ink-soft">Laboratory results</p>
        <h1 className="mt-1.5 text-2xl @2xl:text-3xl">Compare products</h1>
      </header>
      <Asked comparison={comparison} />
      {metals.length > 0 ? (
        <>
          {sideBySide}
          <section aria-labelledby="metals" className="mt-8">
            <RuleLabel id="metals">Lead, cadmium, arsenic, and mercury</RuleLabel>
            <MetalHits hits={metals} />
          </section>
        </>
      ) : (
        (sideBySide ?? <Nothing />)
      )}
      <Add {...{ comparison, ids }} />
    </article>
  );
}

/** What the list's bar shows is what was compared last; an empty comparison chooses nothing. */
function useChosenAs(ids: number[]) {
  const { replace } = useCompareChoice();
  const hadSome = useRef(false);
  const key = ids.join();
  useEffect(() => {
    if (key === '' && !hadSome.current) return;
    hadSome.current = true;
    replace(key === '' ? [] : key.split(',').map(Number));
  }, [key, replace]);
}

/** What of the address could not be followed. */
function Asked({ comparison }: { comparison: ComparedProducts }) {
  const { unknown, isCut, products } = comparison;
  const [params] = useSearchParams();
  const said = [
    ...(unknown.length > 0 ? [messages.compareUnknown(unknown)] : []),
    ...(isCut ? [messages.COMPARE_TOO_MANY] : []),
    ...(products.length > 0 ? refusedTexts(params) : []),
  ];
  if (said.length === 0) return null;
  return (
    <Notice tone="warn" className="mt-6">
      {said.map((text) => (
        <p key={text} className="wrap-anywhere">
          {text}
        </p>
      ))}
    </Notice>
  );
}

function SideBySide({ comparison }: { comparison: ComparedProducts }) {
  const { products, named, metals = [] } = comparison;
  const count =
    metals.length > 0
      ? `${products.length} tested for plastic chemicals, ${metals.length} for metals`
      : counted(products.length, 'product');
  const notRated = products.filter(({ tiles }) => tiles.some((tile) => tile.isNotRated));
  const notFood = products.filter(({ isNotFood }) => isNotFood);
  const list = useRestoredFocusOn(products.length);
  const verdict = verdictOver(products);
  return (
    <section aria-labelledby="side-by-side" className="mt-8">
      <RuleLabel id="side-by-side" note={<span role="status">{count}</span>} className="mb-4">
        Side by side
      </RuleLabel>
      {verdict && <p className="mb-3 max-w-3xl text-lg">{verdict}</p>}
      <Guide products={products} />
      {notRated.length > 0 && (
        <Notice tone="warn" className="mb-5">
          <strong className="font-medium">Update:</strong>{' '}
          {listed(notRated.map(({ name }) => name))}: {messages.SUPPLIER_UPDATE}
        </Notice>
      )}
      {notFood.length > 0 && (
        <Notice className="mb-5">
          {listed(notFood.map(({ name }) => name))}: {messages.NOT_FOOD}
        </Notice>
      )}
      <ProductsCompared ref={list} products={products} named={named} />
      <FamiliesCompared products={products} />
      <p className="mt-4 max-w-prose text-sm text-ink-soft">{limitsNamed()}</p>
    </section>
  );
}

function Guide({ products }: { products: ComparedProducts['products'] }) {
  const shared = sharedEater(products.map(({ eater }) => eater));
  const eater = shared ?? specChild;
  const { weightKg, servings } = eater;
  const ids = products.map(({ id }) => id);
  const isForBabies = areForBabies(products);
  const doServingsDiffer = new Set(products.flatMap(({ servingG }) => servingG ?? [])).size > 1;
  const others = [
    ...bodyWeights.map((person) => asPerson(eater, person)),
    ...(isForBabies ? [baby] : []),
    ...(servings > 1 && weightKg !== baby.weightKg ? [{ weightKg, servings: 1 }] : []),
  ].filter((other) => !shared || !isSameEater(other, shared));
  return (
    <p className="mb-5 max-w-prose text-sm text-ink-soft">
      {shared
        ? `${servingsFirst(servings, 0)}${assumedMark(shared)} for ${personText(weightKg)}`
        : 'Each for whoever eats it'}
      , as a share of what the European Food Safety Authority considers tolerable over a lifetime.{' '}
      {!shared && <span>{messages.FOR_DIFFERENT_PEOPLE} </span>}
      {others.map((other) => (
        <span key={`${other.weightKg} ${other.servings}`}>
          <Link to={compareAddress(ids, other, isForBabies)} preventScrollReset className="link">
            Show {shared && other.servings === servings ? 'it' : servingsText(other.servings, 0)}{' '}
            for {personText(other.weightKg)}
          </Link>
          .{' '}
        </span>
      ))}
      <span>{LEVEL_GUIDE}</span>
      {doServingsDiffer && (
        <span> Servings differ in size, so “In words” gives each per 100 g, too.</span>
      )}
    </p>
  );
}

/** The link or button that changed the comparison is gone with it: the focus goes to its products. */
function useRestoredFocusOn(count: number) {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(count);
  useEffect(() => {
    if (before.current === count) return;
    before.current = count;
    const isFocusLost = !document.activeElement || document.activeElement === document.body;
    if (isFocusLost) list.current?.focus({ preventScroll: true });
  }, [count]);
  return list;
}

function Nothing() {
  return (
    <div className="mt-8 border-y border-line py-10">
      <p className="max-w-prose text-lg">{messages.COMPARE_NONE}</p>
      <p className="mt-3 max-w-prose text-sm text-ink-soft">
        Select them in the list of tested products, or add them here by name or number.
      </p>
      <Link to={href('/plasticlist')} className={`${buttonClass()} mt-5`}>
        Tested products
      </Link>
    </div>
  );
}

function Add({ comparison, ids }: { comparison: ComparedProducts; ids: number[] }) {
  const { added, named, products } = comparison;
  const isForBabies = areForBabies(products);
  if (ids.length >= MOST_COMPARED) {
    return <p className="mt-6 text-sm text-ink-soft">{messages.COMPARE_FULL}</p>;
  }
  return (
    <section aria-label="Add a product" className="mt-8">
      <CompareForm
        ids={ids}
        whom={named ? comparedEater(named, isForBabies) : []}
        label={ids.length > 0 ? 'Add another' : 'Add a product'}
      />
      <div role="status" className="mt-3 text-sm">
        {added?.matches.length === 0 && (
          <p className="wrap-anywhere">{`No tested product has the name or number “${added.text}”.`}</p>
        )}
        {added && added.matches.length > 0 && (
          <>
            <p className="wrap-anywhere">
              {added.isNear
                ? nearestTo('tested product', added.text)
                : `Several names contain “${added.text}”. Which one?`}
            </p>
            <ul className="mt-1 max-w-prose border-t border-line">
              {added.matches.map(({ id, name }) => (
                <li key={id} className="border-b border-line">
                  <Link
                    to={compareAddress([...ids, id], named ?? undefined, isForBabies)}
                    preventScrollReset
                    className="link inline-flex min-h-10 items-center wrap-anywhere"
                  >
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
            {added.hasMore && (
              <p className="mt-2 text-ink-soft">There are more matches. Type more of the name.</p>
            )}
          </>
        )}
      </div>
    </section>
  );
}
