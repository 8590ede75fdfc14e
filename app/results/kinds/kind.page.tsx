import { data, href, Link } from 'react-router';
import { groupOf } from '#app/catalogue/groups.ts';
import { kindNamed } from '#app/catalogue/kinds.ts';
import { toFundOf, untestedAmong } from '#app/catalogue/search/find-to-fund.server.ts';
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
import { Hit, ToFund } from '#app/results/hits.tsx';
import { FOR_CERTAIN, NOT_FOOD } from '#app/results/messages.ts';
import { pageOrder } from '#app/results/rank/rank-kind.ts';
import { rankedKind } from '#app/results/rank/ranked-kind.server.ts';
import { site } from '#app/site.ts';
import { limitsNamed } from '#app/toxicology/limits-named.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { orNoAnswer } from '#app/ui/use-sent-form.ts';
import {
  apartText,
  listedProduct,
  kindParts,
  whichIsLowest,
  type ListedProduct,
} from './kind-text.ts';
import type { Route } from './+types/kind.page.ts';

export async function loader({ params }: Route.LoaderArgs) {
  const kind = kindNamed(params.kind);
  if (!kind) throw data(null, { status: 404 });
  const [ranked, toFund] = await Promise.all([rankedKind(kind), untestedAmong(kind.products)]);
  const tested = pageOrder(ranked);
  const isFood = !tested.some(({ row }) => row.not_food);
  const isEmpty = tested.length + toFund.length === 0;
  const baseUrl = siteUrl();
  const path = href('/plasticlist/kinds/:kind', { kind: kind.key });
  return {
    kind: { key: kind.key, name: kind.name },
    name: kind.name,
    group: groupOf(kind.group)?.name ?? '',
    answer: whichIsLowest(tested.length, isFood ? ranked : null),
    apart: isFood ? apartText(ranked) : '',
    parts: isFood
      ? kindParts(ranked)
      : [{ title: 'Tested', products: tested.map(({ row }) => listedProduct(row)) }],
    isFood,
    ids: isFood ? tested.slice(0, MOST_COMPARED).map(({ id }) => id) : [],
    toFund,
    // Of what nobody has added yet, the shelf that it would stand on.
    near: isEmpty ? await toFundOf(kind) : [],
    // Whom its reports open with.
    eater: tested[0]?.eater ?? specChild,
    isEmpty,
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
  const { name, answer, address, isEmpty } = loaderData;
  return pageMeta({
    title: `${name}: which is lowest in plastic chemicals? · ${site.name}`,
    description: `${name}, by laboratory results: ${answer}`,
    address,
    linkedData: loaderData.linkedData,
    isUnlisted: isEmpty,
  });
}

export default function KindPage({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, name, group, answer, apart, parts, isFood, ids, toFund, near, eater } = loaderData;
  const isRanked = ids.length > 1;
  return (
    <article className="page-column pt-6 pb-16">
      <BackLink />
      <header className="mt-5 max-w-3xl">
        <p className="label text-ink-soft">Which is lowest?</p>
        <h1 className="mt-1.5 text-2xl sm:text-3xl">{name}</h1>
        <p className="mt-3 text-lg">{answer}</p>
        {isRanked && (
          <p className="mt-3 text-sm text-ink-soft">
            {apart} {FOR_CERTAIN} What can’t be told apart stands by best estimate. All of this is
            for {servingsText(eater.servings, 0)}, for {personText(eater.weightKg)}, as a share of
            the European limits.
          </p>
        )}
        {isFood && parts.length > 0 && (
          <p className="mt-3 text-sm text-ink-soft">{limitsNamed()}</p>
        )}
        {!isFood && <p className="mt-3 text-sm text-ink-soft">{NOT_FOOD}</p>}
      </header>
      <div className="max-w-3xl">
        {parts.map((part) => (
          <Listed key={part.title} {...part} />
        ))}
        {isRanked && (
          <Link
            to={compareAddress(ids, isSameEater(eater, specChild) ? undefined : eater)}
            className={`${buttonClass()} mt-6`}
          >
            {ids.length === 2 ? 'Compare both' : `Compare the first ${ids.length}`}
          </Link>
        )}
        <ToFund id="to-fund" title={`${toFund.length} not tested yet`} items={toFund} />
        <ToFund id="near" title={`To fund in ${group.toLowerCase()}`} items={near} />
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
          <Link to={href('/add-product')} className="link">
            Add a product
          </Link>{' '}
          to have it tested, or see{' '}
          <Link to={href('/plasticlist/kinds')} className="link">
            all kinds
          </Link>
          .
        </p>
      </div>
    </article>
  );
}

function Listed({ title, products }: { title: string; products: readonly ListedProduct[] }) {
  const id = title.replaceAll(/\W+/g, '-').toLowerCase();
  return (
    <section aria-labelledby={id} className="mt-8">
      <RuleLabel id={id} note={counted(products.length, 'product')}>
        {title}
      </RuleLabel>
      <ul>
        {products.map((product) => (
          <Hit
            key={product.id}
            to={href('/plasticlist/:originalId', { originalId: String(product.id) })}
            name={product.name}
          >
            <p className="text-sm text-ink-soft">{product.verdict}</p>
            {product.places.map((place) => (
              <p key={place} className="text-sm">
                {place}
              </p>
            ))}
          </Hit>
        ))}
      </ul>
    </section>
  );
}
