import type { ReactNode } from 'react';
import { data, href, Link } from 'react-router';
import { kindNamed } from '#app/catalogue/kinds.ts';
import { untestedAmong } from '#app/catalogue/search/find-to-fund.server.ts';
import { siteUrl } from '#app/config.ts';
import { breadcrumbs, linkedData } from '#app/feeds/linked-data.ts';
import { pageMeta } from '#app/feeds/page-meta.ts';
import { formAdapterContext, formFieldsOf } from '#app/http/form-adapter.server.ts';
import { counted } from '#app/kit/text.ts';
import { FollowSection } from '#app/subscriptions/follow-section.tsx';
import { FOLLOW_KIND_LEAD } from '#app/subscriptions/messages.ts';
import { takeFollow } from '#app/subscriptions/take-follow.server.ts';
import { BackLink } from '#app/results/back-link.tsx';
import { compareAddress, MOST_COMPARED } from '#app/results/compare/compare-query.ts';
import { isSameEater, personText, servingsText, specChild } from '#app/results/answers/eater.ts';
import { FundedSoFar, ToFund } from '#app/results/hits.tsx';
import { LimitTicks } from '#app/results/limit-ticks.tsx';
import { FOR_CERTAIN, NOT_FOOD } from '#app/results/messages.ts';
import { metalResults } from '#app/results/metals/metal-results.server.ts';
import { pageOrder } from '#app/results/rank/rank-kind.ts';
import { rankedKind } from '#app/results/rank/ranked-kind.server.ts';
import {
  familyOfAnswer,
  whichIsLowest,
  whichIsLowestIn,
} from '#app/results/rank/which-is-lowest.ts';
import { InWords, StripRow } from '#app/results/strip/strip-row.tsx';
import { StripGuide } from '#app/results/strip/strip-guide.tsx';
import { site } from '#app/site.ts';
import { families, familyOf, type Family } from '#app/toxicology/families.ts';
import { limitsNamed } from '#app/toxicology/limits-named.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { RuledSection } from '#app/ui/rule-label.tsx';
import { orNoAnswer } from '#app/ui/use-sent-form.ts';
import { kindParts, limitsOfAll, listedProduct, type ListedProduct } from './kind-text.ts';
import { surveyFound } from './survey-found.server.ts';
import { SurveySection } from './survey-section.tsx';
import type { Route } from './+types/kind.page.ts';
import { TextLink } from '#app/ui/text-link.tsx';

export async function loader({ params, request }: Route.LoaderArgs) {
  const kind = kindNamed(params.kind);
  if (!kind) throw data(null, { status: 404 });
  const [ranked, toFund, metals] = await Promise.all([
    rankedKind(kind),
    untestedAmong(kind.products),
    metalResults(),
  ]);
  const forMetals = metals.filter(({ item }) => kind.products.includes(item));
  const tested = pageOrder(ranked);
  const isFood = !tested.some(({ row }) => row.not_food);
  const orders = isFood ? ranked : null;
  const asked = new URL(request.url).searchParams.get('family');
  const family: Family =
    families.find(({ key }) => key === asked)?.key ?? familyOfAnswer(ranked) ?? 'phthalates';
  const parts = isFood
    ? kindParts(ranked, family)
    : [{ title: 'Tested', why: '', products: tested.map((one) => listedProduct(one, family)) }];
  const survey = surveyFound(kind.key, tested[0]?.eater.weightKg ?? null);
  const baseUrl = siteUrl();
  const path = href('/plasticlist/kinds/:kind', { kind: kind.key });
  return {
    kind: { key: kind.key, name: kind.name },
    name: kind.name,
    family,
    answer: whichIsLowest(tested.length, orders),
    lead: whichIsLowestIn(family, tested.length, orders),
    limits: limitsOfAll(
      family,
      parts.flatMap(({ products }) => products),
    ),
    parts,
    isFood,
    ids: isFood ? tested.slice(0, MOST_COMPARED).map(({ id }) => id) : [],
    toFund,
    forMetals: forMetals.map(({ id, itemName }) => ({ id, itemName })),
    // Whom its reports open with.
    eater: tested[0]?.eater ?? specChild,
    survey,
    isSurveyAlone: tested.length === 0 && survey !== null,
    isUnlisted: tested.length + toFund.length === 0 && !survey,
    address: baseUrl + path,
    linkedData: linkedData(
      breadcrumbs(
        baseUrl,
        { name: 'Tested products', path: href('/plasticlist') },
        { name: 'Kinds', path: href('/plasticlist/kinds') },
        { name: kind.name, path },
      ),
    ),
  };
}

/** Follows the kind by email, or no longer. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const typed = formFieldsOf(await request.formData());
  const call = context.get(formAdapterContext);
  return takeFollow(`kind:${params.kind}`, typed, call);
}

export const clientAction = orNoAnswer;

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: `No such kind · ${site.name}` }];
  const { name, answer, address, isUnlisted, isSurveyAlone, survey } = loaderData;
  return pageMeta({
    title: `${name}: ${isSurveyAlone ? 'what a survey found' : 'which is lowest in plastic chemicals?'} · ${site.name}`,
    description: isSurveyAlone
      ? `${name}: no product is tested yet. ${survey?.about.join(' ')}`
      : `${name}, by laboratory results: ${answer}`,
    address,
    linkedData: loaderData.linkedData,
    isUnlisted,
  });
}

export default function KindPage({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, name, lead, limits, parts, isFood, ids, toFund } = loaderData;
  const { eater, survey } = loaderData;
  return (
    <article className="page-column pt-6 pb-16">
      <BackLink />
      <header className="mt-5">
        <p className="label text-ink-soft">
          {loaderData.isSurveyAlone ? 'Not tested yet' : 'Which is lowest?'}
        </p>
        <h1 className="mt-1.5 text-2xl sm:text-3xl">{name}</h1>
        {parts.length > 0 && <FamilyTabs chosen={loaderData.family} />}
        <p className="mt-3 max-w-3xl text-lg">{lead}</p>
        {limits && <p className="mt-1 max-w-3xl">{limits}</p>}
        {!isFood && <p className="mt-3 max-w-3xl text-sm text-ink-soft">{NOT_FOOD}</p>}
      </header>
      <Rows {...loaderData} />
      {ids.length > 1 && (
        <Link
          to={compareAddress(ids, isSameEater(eater, specChild) ? undefined : eater)}
          className={`${buttonClass()} mt-6`}
        >
          {ids.length === 2 ? 'Compare both' : `Compare the first ${ids.length}`}
        </Link>
      )}
      {loaderData.forMetals.length > 0 && (
        <p className="mt-6">
          Also tested for metals:{' '}
          {loaderData.forMetals.map(({ id, itemName }, at) => (
            <Link key={id} to={`/plasticlist/${id}`} className="link">
              {at > 0 ? `, ${itemName}` : itemName}
            </Link>
          ))}
        </p>
      )}
      {survey && <SurveySection survey={survey} />}
      <div className="max-w-3xl">
        {parts.length === 0 && (
          <ToFund id="to-fund" title={`${toFund.length} not tested yet`} items={toFund} />
        )}
        <FollowSection
          id="follow-kind"
          title={`Tell me about ${name.toLowerCase()}`}
          lead={FOLLOW_KIND_LEAD}
          className="mt-10"
          followed={{ topic: `kind:${kind.key}`, name: name.toLowerCase() }}
          sent={actionData}
        />
        <p className="mt-6 text-sm text-ink-soft">
          {toFund.length > 0 && 'A test is paid for by whoever wants to know. '}
          <TextLink to={href('/add-product')}>Add a product</TextLink> to have it tested, or see{' '}
          <TextLink to={href('/plasticlist/kinds')}>all kinds</TextLink>.
        </p>
      </div>
    </article>
  );
}

/** A link each, so that a family has an address and works without scripts. */
function FamilyTabs({ chosen }: { chosen: Family }) {
  return (
    <nav aria-label="Family of chemicals" className="mt-4 flex flex-wrap gap-2">
      {families.map(({ key, name }) => (
        <Link
          key={key}
          to={`?family=${key}`}
          replace
          preventScrollReset
          aria-current={key === chosen ? 'true' : undefined}
          className="inline-flex min-h-9 items-center rounded-full border border-line-strong px-4 text-sm text-ink-soft hover:text-ink aria-[current]:border-accent aria-[current]:bg-accent-wash aria-[current]:font-medium aria-[current]:text-accent-ink"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

type Loaded = Route.ComponentProps['loaderData'];

/** All of the kind on the axis of one family, in the order of its answer; what is not tested yet last. */
function Rows({ family, answer, parts, isFood, ids, toFund, eater }: Loaded) {
  const [firstPart] = parts;
  const first = firstPart?.products[0];
  if (!first) return null;
  return (
    <>
      <p className="mt-2 max-w-3xl text-sm text-ink-soft">
        For {servingsText(eater.servings, 0)}, for {personText(eater.weightKg)}.
        {ids.length > 1 &&
          ` Ordered over all families, not by ${familyOf(family).name.toLowerCase()} alone.`}
      </p>
      {isFood && (
        <details className="mt-1 max-w-3xl text-sm text-ink-soft">
          <summary className="link inline-block py-1">
            How they are ordered, and whose limits these are
          </summary>
          {ids.length > 1 && (
            <p className="mt-2">
              Over all families: {answer} {FOR_CERTAIN} What can’t be told apart stands by best
              estimate, as a share of the European limits.
            </p>
          )}
          <p className="mt-2">{limitsNamed()}</p>
        </details>
      )}
      <StripGuide
        strips={parts.flatMap(({ products }) => products.map(({ strip }) => strip))}
        className="mt-3"
      />
      {parts.map(({ title, why, products }) => (
        <Part key={title} title={title} count={products.length}>
          {why && <li className="max-w-prose pt-2 text-sm">{why}</li>}
          {products.map((product) => (
            <Tested key={product.id} product={product} isNamed={product === first} />
          ))}
        </Part>
      ))}
      {toFund.length > 0 && (
        <Part title={`${toFund.length} not tested yet`}>
          {toFund.map((product) => (
            <StripRow
              key={product.id}
              strip={{ family, marks: [] }}
              isNamed={false}
              name={
                <RowName
                  to={href('/product/:id', { id: String(product.id) })}
                  name={product.name}
                />
              }
              known={
                <Link
                  to={href('/product/:id', { id: String(product.id) })}
                  className="link inline-flex min-h-6 items-center font-mono text-xs"
                >
                  Fund it<span className="sr-only">: {product.name}</span>
                </Link>
              }
            >
              <FundedSoFar product={product} />
            </StripRow>
          ))}
        </Part>
      )}
    </>
  );
}

function Part({ title, count, children }: { title: string; count?: number; children: ReactNode }) {
  const id = title.replaceAll(/\W+/g, '-').toLowerCase();
  return (
    <RuledSection {...{ id, title }} note={count && counted(count, 'product')} className="mt-6">
      <ul>{children}</ul>
    </RuledSection>
  );
}

function Tested({ product, isNamed }: { product: ListedProduct; isNamed: boolean }) {
  const { id, name, strip, limits, verdict, places } = product;
  return (
    <StripRow
      strip={strip}
      isNamed={isNamed}
      name={
        <RowName to={href('/plasticlist/:originalId', { originalId: String(id) })} name={name} />
      }
      known={
        limits.length > 0 && (
          <p>
            <span className="sr-only">{familyOf(strip.family).name}: </span>
            <LimitTicks verdicts={limits} />
          </p>
        )
      }
    >
      <InWords of={name}>
        <p>{verdict}</p>
        {places.map((place) => (
          <p key={place} className="mt-1 text-ink">
            {place}
          </p>
        ))}
      </InWords>
    </StripRow>
  );
}

function RowName({ to, name }: { to: string; name: string }) {
  return (
    <h3 className="text-lg leading-snug">
      <Link to={to} className="wrap-anywhere underline-offset-4 hover:underline">
        {name}
      </Link>
    </h3>
  );
}
