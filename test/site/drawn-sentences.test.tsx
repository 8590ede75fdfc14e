import type { ComponentType, ReactNode } from 'react';
import { expect, test } from 'vitest';
import { ProductFacts } from '#app/catalogue/product-facts.tsx';
import type { Product } from '#app/catalogue/product-schema.ts';
import { QuickAdd } from '#app/catalogue/quick-add.tsx';
import { FundingListPanel } from '#app/funding/list/funding-list-panel.tsx';
import { PostDate } from '#app/pages/blog/post-date.tsx';
import PostPage from '#app/pages/blog/post.page.tsx';
import LegalPage from '#app/pages/legal/legal.page.tsx';
import { readLegal } from '#app/pages/legal/read-legal.server.ts';
import { BackLink } from '#app/results/back-link.tsx';
import { TestedControls } from '#app/results/list/tested-controls.tsx';
import { readTestedQuery } from '#app/results/list/tested-query.ts';
import { oatRings } from '#test/support/oat-rings.ts';
import { rendered } from '#test/support/rendered.tsx';

/** Nothing is known of it but its name. */
const unknownProduct: Product = {
  ...oatRings,
  brand: null,
  category: null,
  serving_size_g: null,
  serving_size_unit: null,
  testing_status: '',
};

/** Words of the specification's point 2 that stand in a component, typed from there. */
const drawn: [spec: string, element: ReactNode][] = [
  ...['+$5', '+$10', '+$20', '+$100', '+$500'].map((spec): [string, ReactNode] => [
    spec,
    <QuickAdd key={spec} productName="Honey" roomDollars={1275} lastDollars={0} onAdd={() => {}} />,
  ]),
  ['FUNDING LIST', <FundingListPanel key="panel" />],
  ['COMMIT FUNDING', <FundingListPanel key="panel" />],
  ['How Funding Works', <FundingListPanel key="panel" />],
  ['Status Untested', <ProductFacts key="facts" product={unknownProduct} className="" />],
  ['Serving size (g) Unknown', <ProductFacts key="facts" product={unknownProduct} className="" />],
  ['← Back to Blog', page(PostPage, { post: null })],
  ['Post Not Found', page(PostPage, { post: null })],
  ['Published: February 3, 2025', <PostDate key="date" day="2025-02-03" />],
  ['← Back to tested products', <BackLink key="back" />],
  ['Last updated July 20, 2025', page(LegalPage, legalPage())],
];

test.each(drawn)('“%s” is drawn', (spec, element) => {
  expect(` ${rendered(element).text} `).toContain(` ${spec} `);
});

test('“Filter products” stands in the search box of the tested list', () => {
  const query = readTestedQuery(new URLSearchParams());
  const { html } = rendered(<TestedControls query={query} onChange={() => {}} />);
  expect(html).toContain('placeholder="Filter products"');
});

function page(Page: unknown, loaderData: object): ReactNode {
  const Whole = Page as ComponentType<{ loaderData: object }>;
  return <Whole loaderData={loaderData} />;
}

function legalPage() {
  const nobody = {
    name: null,
    address: null,
    email: null,
    taxNote: 'Gifts are not tax-deductible.',
  };
  const texts = readLegal(nobody, { amplitude: false, chat: false });
  return { texts, isAmplitudeHere: false, baseUrl: '' };
}
