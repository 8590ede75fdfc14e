import { useEffect, useEffectEvent, useRef } from 'react';
import { data, href, isRouteErrorResponse, Link, redirect } from 'react-router';
import { findProduct } from '#app/catalogue/find-product.server.ts';
import { fundingStands, isOpenForFunding } from '#app/catalogue/funding-words.ts';
import * as messages from '#app/catalogue/messages.ts';
import { PRODUCT_DETAILS_FAILED, secondChance } from '#app/catalogue/product-messages.ts';
import { productData } from '#app/catalogue/product-data.server.ts';
import { ProductFacts } from '#app/catalogue/product-facts.tsx';
import { AddPhoto } from '#app/pictures/add-photo.tsx';
import { ProductImage } from '#app/pictures/product-image.tsx';
import { productMeta } from '#app/catalogue/product-meta.ts';
import type { Product } from '#app/catalogue/product-schema.ts';
import { otherTests } from '#app/catalogue/other-tests.server.ts';
import { kindNameOf } from '#app/catalogue/kinds.ts';
import { siteUrl } from '#app/config.ts';
import { FundingListPanel } from '#app/funding/list/funding-list-panel.tsx';
import { ProductFunding } from '#app/funding/list/product-funding.tsx';
import { findSecondChance } from '#app/funding/transfers/refund-due.server.ts';
import { useFundingList } from '#app/funding/list/use-funding-list.ts';
import { RESULTS_WITHIN } from '#app/kit/facts.ts';
import { TESTED_CHEMICALS } from '#app/toxicology/chemicals.ts';
import { formatDollars } from '#app/kit/money.ts';
import { formAdapterContext, formFieldsOf } from '#app/http/form-adapter.server.ts';
import { FollowControl } from '#app/subscriptions/follow-control.tsx';
import { takeFollow } from '#app/subscriptions/take-follow.server.ts';
import { topicOfCode } from '#app/subscriptions/topics.ts';
import { orNoAnswer } from '#app/ui/use-sent-form.ts';
import { Problem } from '#app/shell/problem.tsx';
import { track } from '#app/analytics/track.ts';
import { LabFacts } from '#app/results/lab-facts/lab-facts.tsx';
import { findLabSamples } from '#app/results/lab-facts/lab-samples.server.ts';
import { mergeLabSamples } from '#app/results/lab-facts/merge-lab-samples.ts';
import { drawAnswer } from '#app/results/report/draw-answer.server.tsx';
import { findNearestTested } from '#app/results/kinds/nearest-tested.server.ts';
import { TestedRelatives } from '#app/results/kinds/tested-relatives.tsx';
import { SaveButton } from '#app/results/saved/save-button.tsx';
import { findTestedServing } from '#app/results/read/tested-report.server.ts';
import { Prose } from '#app/prose/prose.tsx';
import { beforeGiving } from '#app/results/read/before-giving.server.ts';
import { site } from '#app/site.ts';
import { fdaFound } from '#app/surveys/fda-found.server.ts';
import { findTesting } from '#app/testing/find-testing.server.ts';
import { registeredLimits } from '#app/testing/register-test.server.ts';
import { RegistrationPanel } from '#app/testing/registration-panel.tsx';
import { TestingStatement } from '#app/testing/testing-statement.tsx';
import { TestingTimeline } from '#app/testing/testing-timeline.tsx';
import { panelOf, testName } from '#app/toxicology/panels/panels.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Tag } from '#app/ui/tag.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import type { Route } from './+types/product.page.ts';

/** The product's code in an address; 0, which none has, where it is no whole number. */
const idOf = (text: string) => (/^\d{1,10}$/.test(text) ? Number(text) : 0);

export async function loader({ params }: Route.LoaderArgs) {
  const product = await findProduct(idOf(params.id));
  if (!product) throw data(messages.PRODUCT_NOT_FOUND, { status: 404 });
  if (product.id !== Number(params.id)) {
    throw redirect(href('/product/:id', { id: String(product.id) }), 301);
  }
  const [results, testing, chance, nearest, others] = await Promise.all([
    labResults(product),
    testingOf(product),
    secondChanceOf(product),
    // Its report names what is like it.
    product.testing_status === 'Tested' || product.panel
      ? null
      : findNearestTested(product.item ?? product.id),
    otherTests(product),
  ]);
  const before = isOpenForFunding(product) ? await beforeGivingTo(product) : undefined;
  const baseUrl = siteUrl();
  const linkedData = productData(product, Boolean(results?.answer), baseUrl);
  const kind = kindNameOf(product.item ?? product.id);
  const beside = { before, kind, linkedData, baseUrl, ...(others.length > 0 && { others }) };
  return { product, results, testing, chance, nearest, ...beside };
}

/** Of a test for metals, with what FDA found in such food. */
async function beforeGivingTo({ id, item, category, serving_size_g: grams, panel }: Product) {
  const surveyed =
    panel === 'metals' ? fdaFound(item ?? id, grams, await registeredLimits(id)) : '';
  return beforeGiving(category ?? '', grams, panel, surveyed);
}

/** Follows the product by email, or no longer; the form of a duplicate that was merged is sent on as it is. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const product = await findProduct(idOf(params.id));
  if (product && product.id !== Number(params.id)) {
    throw redirect(href('/product/:id', { id: String(product.id) }), 308);
  }
  const typed = formFieldsOf(await request.formData());
  return takeFollow(topicOfCode(idOf(params.id)), typed, context.get(formAdapterContext));
}

export const clientAction = orNoAnswer;

/** What a product needs that has lost its goal before its testing began; null for any other. */
async function secondChanceOf({ id, testing_status, current_amount, removed_reason }: Product) {
  if (testing_status !== 'Untested' || current_amount === 0 || removed_reason) return null;
  const chance = await findSecondChance(id);
  return chance ? secondChance(chance) : null;
}

/** What a tested product's page shows of its results; null before. */
async function labResults({ id, testing_status, serving_size_g, panel }: Product) {
  if (testing_status !== 'Tested') return null;
  const [tested, samples] = await Promise.all([findTestedServing(id), findLabSamples(id)]);
  return {
    answer: tested ? await drawAnswer(id) : '',
    // Figures are published for a serving: no change of the catalogue changes them.
    servingG: tested ? tested.servingG : serving_size_g,
    // Plastics’ table: of what else was tested for, the report has one.
    columns: panel ? [] : mergeLabSamples(samples ?? []),
  };
}

/** How a funded product's test goes; null before there is anything to tell of it. */
async function testingOf(product: Product) {
  if (product.testing_status === 'Untested') return null;
  const testing = await findTesting(product.id);
  return testing && (testing.funded_on || testing.begun_on) ? testing : null;
}

export function meta({ loaderData, error }: Route.MetaArgs) {
  if (loaderData) {
    const { product, baseUrl, linkedData } = loaderData;
    return productMeta(product, baseUrl, linkedData);
  }
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return [{ title: `${isMissing ? 'Product not found' : 'Product'} · ${site.name}` }];
}

export default function ProductPage({ loaderData, actionData }: Route.ComponentProps) {
  const { product, results, testing, chance, nearest, before, kind, others = [] } = loaderData;
  const name = testName(product);
  const testedFor = product.panel ? panelOf(product.panel).inSentence : TESTED_CHEMICALS;
  const list = useFundingList();
  useProductView(product);
  useFreshAmounts(product);
  const hasList = list.items.length > 0;
  return (
    <div
      className={`page-column grid gap-x-8 pt-4 pb-16 lg:gap-x-12 ${hasList ? 'sm:grid-cols-[minmax(0,1fr)_15rem] md:grid-cols-[minmax(0,1fr)_17rem] lg:grid-cols-[minmax(0,1fr)_21rem]' : ''}`}
    >
      <div className="@container min-w-0">
        <div
          data-skip-in-text
          className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 noscript:min-h-0"
        >
          <BackLink panel={product.panel} />
          {!product.removed_reason && (
            <FollowControl
              key={product.id}
              followed={{ topic: topicOfCode(product.id), name }}
              kind={kind}
              sent={actionData}
            />
          )}
        </div>
        <article className="mt-3 grid grid-cols-1 items-start gap-x-4 gap-y-6 @2xs:grid-cols-[6.5rem_minmax(0,1fr)] @2xl:grid-cols-[14rem_minmax(0,1fr)] @2xl:gap-x-8 @5xl:grid-cols-[26rem_minmax(0,1fr)] @5xl:gap-x-12">
          <div className="@2xl:row-span-3">
            <ProductImage
              product={product}
              missingText={messages.PAGE_NO_IMAGE}
              widthPx={384}
              sizes="(min-width: 68rem) 416px, (min-width: 45rem) 224px, 104px"
              eager
            />
            {!product.removed_reason && <AddPhoto id={product.id} url={product.image_url} />}
          </div>
          <header className="min-w-0 self-center @2xl:self-start">
            <p className="flex flex-wrap gap-x-2 label text-ink-soft">
              <span>{product.brand || messages.UNKNOWN_BRAND}</span>
              {product.category && <span className="text-ink-faint">/ {product.category}</span>}
            </p>
            <h1 className="mt-1 text-xl @2xl:text-3xl">{name}</h1>
            {product.awaits_review && (
              <p className="mt-2">
                <Tag tone="warn">{messages.NOT_LOOKED_AT}</Tag>
              </p>
            )}
          </header>
          <div className="@2xs:col-span-2 @2xl:col-span-1">
            {chance && (
              <Notice tone="warn" className="mb-4">
                {chance}
              </Notice>
            )}
            {results?.answer && (
              <div className="mb-6" dangerouslySetInnerHTML={{ __html: results.answer }} />
            )}
            <ProductFunding product={product} />
            {others.map((other) => (
              <p key={other.path} className="mt-4">
                {other.says}: <TextLink to={other.path}>{other.name}</TextLink>
              </p>
            ))}
            {!results?.answer && (
              <p className="mt-4 noscript:hidden">
                <SaveButton product={savedAs(product)} />
              </p>
            )}
          </div>
          <ProductFacts product={product} className="@2xs:col-span-2 @2xl:col-span-1" />
        </article>
        {testing && (
          <div className="mt-10 grid grid-cols-1 items-start gap-6 @3xl:grid-cols-2">
            <TestingTimeline testing={testing} />
            <TestingStatement statement={testing.statement} />
            <RegistrationPanel registrations={testing.registrations} />
          </div>
        )}
        {results && results.columns.length > 0 && (
          <div className="mt-10">
            <LabFacts
              key={product.id}
              columns={results.columns}
              servingG={results.servingG}
              servingUnit={product.serving_size_unit}
            />
          </div>
        )}
        {before && (
          <section aria-labelledby={before.id} className="mt-10 max-w-prose">
            <RuleLabel id={before.id}>{before.title}</RuleLabel>
            <div className="mt-3">
              <Prose blocks={before.blocks} />
            </div>
          </section>
        )}
        {nearest && <TestedRelatives nearest={nearest} />}
        <p className="mt-10 max-w-prose border-t border-line pt-6 text-sm text-ink-soft">
          Each {formatDollars(product.target_amount / product.levels)} funds one test sample: bought
          at a store, and tested by an independent laboratory for {testedFor}
          {`${product.panel ? '' : ' plastic chemicals'}. Payment is processed immediately. Testing begins when the goal is reached, and we promise results `}
          {RESULTS_WITHIN} after the first sample is bought.
        </p>
      </div>
      {hasList && (
        <div>
          <FundingListPanel />
        </div>
      )}
    </div>
  );
}

/** As the shelf of a browser keeps it. */
function savedAs(product: Product) {
  return { id: product.id, name: testName(product), isTested: false, says: fundingStands(product) };
}

/** One event for each product that is looked at. */
function useProductView(product: Product) {
  const viewed = useRef<number>(undefined);
  useEffect(() => {
    if (viewed.current === product.id) return;
    viewed.current = product.id;
    track('Product View', { product_id: product.id, product_name: product.name });
  }, [product]);
}

/** The amount on the funding list stays within what the product needs by now. */
function useFreshAmounts(product: Product) {
  const list = useFundingList();
  const refresh = useEffectEvent(list.refresh);
  useEffect(() => refresh([product]), [product]);
}

/** To the list that the product is on. */
function BackLink({ panel }: Pick<Product, 'panel'>) {
  return (
    <Link
      to={panel ? `/?panel=${panel}` : href('/')}
      className="inline-flex min-h-8 items-center font-mono text-sm link"
    >
      ← All products
    </Link>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <Problem line={messages.PRODUCT_NOT_FOUND} title="No such product.">
        No product has this number. It may be mistyped, or the product may have been removed from
        the catalog.
      </Problem>
    );
  }
  return (
    <Problem
      line={PRODUCT_DETAILS_FAILED}
      title="This product cannot be shown."
      action={
        <a href="" className={buttonClass({ variant: 'primary' })}>
          Try again
        </a>
      }
    >
      The problem is on our side. Your funding list is still where you left it. Please try again in
      a moment.
    </Problem>
  );
}
