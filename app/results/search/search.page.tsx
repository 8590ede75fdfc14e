import { data, Form, href, Link } from 'react-router';
import { SEARCH_BOX_CHARACTERS } from '#app/catalogue/list/list-query.ts';
import { upcKey } from '#app/catalogue/barcodes.ts';
import { siteUrl } from '#app/config.ts';
import { counted, listed } from '#app/kit/text.ts';
import { pageMeta } from '#app/feeds/page-meta.ts';
import { productsFailed, SEARCH_TOO_LONG } from '#app/catalogue/messages.ts';
import { site } from '#app/site.ts';
import { Button } from '#app/ui/button.tsx';
import { Input } from '#app/ui/field.tsx';
import { ListFailure } from '#app/catalogue/list/list-failure.tsx';
import { findEverything, marksOfFound } from './find-everything.server.ts';
import { findGroups } from '#app/catalogue/search/find-kinds.ts';
import { SearchHits } from './search-hits.tsx';
import type { Route } from './+types/search.page.ts';

export async function loader({ request }: Route.LoaderArgs) {
  const typed = (new URL(request.url).searchParams.get('q') ?? '').trim();
  const baseUrl = siteUrl();
  const isTooLong = [...typed].length > SEARCH_BOX_CHARACTERS;
  // The field of a new product that what was typed fits.
  const addBy = upcKey(typed) === null ? 'name' : 'upc';
  const everything = typed === '' || isTooLong ? null : await findEverything(typed);
  const found = everything && {
    ...everything,
    marks: await marksOfFound(everything),
    categories: findGroups(typed),
  };
  return data({ typed, found, addBy, isTooLong, baseUrl }, { status: isTooLong ? 400 : 200 });
}

export function meta({ loaderData }: Route.MetaArgs) {
  const { typed = '', baseUrl = '' } = loaderData ?? {};
  return pageMeta({
    title: `${typed ? `“${typed}”` : 'Search'} · ${site.name}`,
    description: 'Search tested products, products to fund, categories, and barcodes.',
    address: `${baseUrl}${href('/search')}`,
    isUnlisted: true,
  });
}

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { typed, found, addBy, isTooLong } = loaderData;
  return (
    <div className="page-column pt-8 pb-16">
      <h1 className="text-2xl sm:text-3xl">Search</h1>
      <Form
        method="get"
        role="search"
        aria-label="Everything"
        className="mt-4 flex max-w-2xl flex-wrap gap-2"
      >
        <Input
          key={typed}
          className="min-w-[min(11rem,100%)] flex-1"
          type="search"
          name="q"
          label="Search by name, brand, category, or barcode"
          labelHidden
          placeholder="Name, brand, category, or barcode"
          defaultValue={typed}
          maxLength={SEARCH_BOX_CHARACTERS}
          autoComplete="off"
          enterKeyHint="search"
        />
        <Button type="submit" variant="primary">
          Search
        </Button>
      </Form>
      {isTooLong ? (
        <ListFailure message={productsFailed(SEARCH_TOO_LONG)} />
      ) : (
        found && <Found {...{ typed, addBy, found }} />
      )}
    </div>
  );
}

function Found({
  typed,
  addBy,
  found,
}: {
  typed: string;
  addBy: string;
  found: NonNullable<Route.ComponentProps['loaderData']['found']>;
}) {
  const { asked, topic, tested, toFund, kinds, categories, metals = [] } = found;
  const total = tested.total + toFund.total + metals.length;
  const isNear = kinds.length + found.related.length > 0;
  const counts = [
    ...(tested.total > 0 ? [counted(tested.total, 'tested product')] : []),
    ...(metals.length > 0 ? [`${metals.length} tested for metals`] : []),
    ...(toFund.total > 0 ? [`${toFund.total} not tested yet`] : []),
  ];
  // A question, and a brand that nobody has added, are no names of a product.
  const isName = asked === typed && !topic && (total > 0 || !isNear);
  return (
    <div className="mt-6 max-w-3xl">
      <p role="status" className="text-sm text-ink-soft">
        {total > 0
          ? `${listed(counts)}${asked === typed ? '' : `, for “${asked}”`}.`
          : !topic && `No product matches “${asked}”.${isNear ? ' This is nearest:' : ''}`}
      </p>
      {categories.length > 0 && (
        <ul aria-label="Categories" className="mt-3 flex flex-wrap gap-2">
          {categories.map(({ key, name }) => (
            <li key={key}>
              <Link
                to={`${href('/plasticlist')}?category=${key}`}
                className="inline-flex min-h-9 items-center rounded-full border border-line-strong px-3.5 text-sm hover:border-accent-ink hover:bg-accent-wash"
              >
                All of {name.toLowerCase()}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <SearchHits {...found} />
      <p className="mt-8 border-t border-line pt-4 text-sm text-ink-soft">
        {topic ? 'Is it about a product that is not there?' : 'Not there?'}{' '}
        <Link
          to={`${href('/add-product')}${isName ? `?${addBy}=${encodeURIComponent(typed)}` : ''}`}
          className="link"
        >
          {isName ? `Add “${typed}”` : 'Add a product'}
        </Link>{' '}
        and begin to pay for its test.
        {total === 0 && (
          <span>
            {' '}
            A question about results? The{' '}
            <Link to={href('/faq')} className="link">
              FAQ
            </Link>{' '}
            answers many.
          </span>
        )}
      </p>
    </div>
  );
}
