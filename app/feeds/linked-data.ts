import { site } from '#app/site.ts';

/** A thing as https://schema.org describes it; what is undefined is left out. */
export interface Thing {
  '@type': string;
  '@id'?: string;
  [property: string]: Value | undefined;
}
type Value = string | number | boolean | Thing | readonly (string | Thing)[];

/** What a page says, for programs (JSON-LD 1.1). */
export type LinkedData = { '@context': 'https://schema.org'; '@graph': readonly Thing[] };

/** Puts things together as a page's linked data. */
export function linkedData(...things: Thing[]): LinkedData {
  return { '@context': 'https://schema.org', '@graph': things };
}

/** The home page: who runs the site, and how it is searched. `origin` has no trailing slash. */
export function siteData(origin: string): LinkedData {
  return linkedData(
    {
      ...organization(origin),
      description: site.description,
      logo: `${origin}/icon-512.png`,
    },
    {
      '@type': 'WebSite',
      '@id': `${origin}/#website`,
      name: site.name,
      url: `${origin}/`,
      inLanguage: 'en',
      publisher: { '@type': 'Organization', '@id': organization(origin)['@id'] },
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${origin}/?search={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
  );
}

/** Whoever runs the site, as other pages refer to it. */
export function organization(origin: string) {
  const url = `${origin}/`;
  return { '@type': 'Organization', '@id': `${url}#organization`, name: site.name, url };
}

/** The way from the home page to this one: pages by name and path, this one last. */
export function breadcrumbs(origin: string, ...trail: readonly { name: string; path: string }[]) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  };
}

/** Questions with their answers, in plain text as the page shows them. */
export function faqPage(questions: readonly { question: string; answer: string }[]): Thing {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}
