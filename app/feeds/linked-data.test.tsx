import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { Meta } from 'react-router';
import { expect, it } from 'vitest';
import { breadcrumbs, faqPage, linkedData, siteData } from './linked-data.ts';
import { pageMeta } from './page-meta.ts';

const ORIGIN = 'https://assay.example';

it('puts a page in its place', () => {
  const trail = breadcrumbs(
    ORIGIN,
    { name: 'Tested', path: '/plasticlist' },
    { name: 'Tea', path: '/plasticlist/93' },
  );
  expect(trail.itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Tested', item: `${ORIGIN}/plasticlist` },
    { '@type': 'ListItem', position: 2, name: 'Tea', item: `${ORIGIN}/plasticlist/93` },
  ]);
});

it('pairs questions with their answers', () => {
  expect(faqPage([{ question: 'Why?', answer: 'Because.' }]).mainEntity).toEqual([
    { '@type': 'Question', name: 'Why?', acceptedAnswer: { '@type': 'Answer', text: 'Because.' } },
  ]);
});

it('says who runs the site, once, and how it is searched', () => {
  const [organization, website] = siteData(ORIGIN)['@graph'];
  expect(organization).toMatchObject({ '@type': 'Organization', url: `${ORIGIN}/` });
  expect(website).toMatchObject({
    '@type': 'WebSite',
    publisher: { '@id': organization?.['@id'] },
    potentialAction: { target: { urlTemplate: `${ORIGIN}/?search={search_term_string}` } },
  });
});

it('cannot end its element, nor be taken for a script of the page', () => {
  const name = '</script><script>alert(1)</script>';
  const page = {
    title: 'Tea',
    description: 'Tea.',
    address: `${ORIGIN}/`,
    linkedData: linkedData({ '@type': 'Product', name }),
  };
  const Stub = createRoutesStub([{ path: '/', meta: () => pageMeta(page), Component: Meta }]);
  const html = renderToStaticMarkup(<Stub initialEntries={['/']} />);
  const scripts = [...html.matchAll(/<script([^>]*)>(.*?)<\/script>/g)];
  expect(scripts.map(([, attributes]) => attributes)).toEqual([' type="application/ld+json"']);
  const read = JSON.parse(scripts[0]?.[2] ?? '') as ReturnType<typeof linkedData>;
  expect(read['@context']).toBe('https://schema.org');
  expect(read['@graph'][0]?.name).toBe(name);
});
