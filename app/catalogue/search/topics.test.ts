import { expect, test } from 'vitest';
import { chemicals } from '#app/toxicology/chemicals.ts';
import { findKinds } from './find-kinds.ts';
import { findTopic } from './topics.ts';

test.each([
  ['lead', /^Lead, cadmium, arsenic, and mercury are measured in tests of their own/],
  ['LEAD?', /^Lead, /],
  ['cadmium', /^Lead, cadmium, /],
  ['cadmuim', /^Lead, cadmium, /],
  ['arsenic', /arsenic/],
  ['mercury', /mercury/],
  ['heavy metals', /^Lead, /],
  ['do you test for heavy metals', /^Lead, /],
  ['metals', /^Lead, /],
  ['metal test', /^Lead, /],
  ['methylmercury', /^Lead, /],
  ['aluminum', /^Of metals, tests here measure lead, .* alone, .* “aluminum”/],
  ['PFAS', /^PFAS are not tested here/],
  ['forever chemicals', /^PFAS are not/],
  ['survey', /no tests of ours and no tests of a product/],
  ['Total Diet Study', /^Health Canada’s Total Diet Study measured/],
  ['Health Canada', /^Health Canada’s Total Diet Study measured/],
  ['FDA survey', /FDA’s surveys measured metals .* no tests of ours and no tests of a product/],
  ['microplastics', /^Microplastics, .* are not tested here/],
  ['micro-plastics', /^Microplastics, /],
  ['mircoplastics', /^Microplastics, /],
  ['pesticides', /^Pesticides /],
  ['glyphosphate', /^Pesticides such as glyphosate are not/],
  ['parabens', /^Tests here do not look for “parabens”.* plastic chemicals, or lead, cadmium/],
  ['what is safe', /^No test can show that a product is safe/],
  ['what is the healthiest', /^No test can show/],
  ['non-toxic', /^No test can show/],
  ['is plastic bad', /^Every test for plastic chemicals measures 18: eleven phthalates, three bis/],
  ['phthalates', /^Every test for plastic chemicals measures eleven phthalates: DEHP, /],
  ['pthalates', /^Every test for plastic chemicals measures eleven phthalates/],
  ['bisphenols', /^Every test for plastic chemicals measures three bisphenols: BPA, BPS and BPF/],
  ['bpa', /^Every test for plastic chemicals measures bisphenol A \(BPA\)/],
  ['bisphenol s', /^Every test for plastic chemicals measures bisphenol S \(BPS\)/],
  ['dimethyl phthalate', /\(DMP\)/],
  ['diethyl phthalate', /\(DEP\)/],
  ['BPA-free', /^“BPA-free” says nothing about BPS and BPF/],
  ['BPAF', /^Not every test here measures bisphenol AF/],
])('a search for %j alone is answered', (typed, text) => {
  const { answer, others } = findTopic(typed);
  expect(answer?.text).toMatch(text);
  expect(others).toEqual([]);
  expect(answer?.links.length).toBeGreaterThan(0);
});

test('of metals, what is linked is about their tests, and not about those for plastic chemicals', () => {
  const to = findTopic('lead').answer?.links.map((link) => link.to);
  expect(to).toEqual([
    '/?panel=metals',
    '/plasticlist?panel=metals',
    '/risk-methodology?panel=metals',
  ]);
  // Nothing says that there are results, or none.
  for (const typed of ['lead', 'aluminum', 'parabens'])
    expect(findTopic(typed).answer?.text).not.toMatch(/yet|has results/);
});

test('every known chemical is answered by its short and its full name', () => {
  for (const { abbreviation, fullName } of chemicals) {
    for (const name of [abbreviation, fullName]) {
      expect(findTopic(name).answer?.text, name).toContain(`(${abbreviation})`);
    }
  }
});

test.each([
  ['lead in dark chocolate', /^Lead, /, ['dark', 'chocolate']],
  ['bpa in canned soup', /BPA/, ['canned', 'soup']],
  ['pfas popcorn bags', /^PFAS/, ['popcorn', 'bags']],
])('a search for %j is answered, and goes on with its product', (typed, text, others) => {
  const found = findTopic(typed);
  expect(found.answer?.text).toMatch(text);
  expect(found.others).toEqual(others);
});

test.each([
  'oatly',
  'aluminum foil',
  'tin of tuna',
  'is oatly safe',
  'best yogurt',
  'gluten free bread',
  'baby',
  'metal straw',
  'meat substitutes',
  'copper mug',
  'petals',
  '036000291452',
  '',
])('%j asks for a product, and no topic answers', (typed) => {
  expect(findTopic(typed).answer).toBeUndefined();
});

test.each([
  ['similak', 'infant-formula'],
  ['cherios', 'cereal'],
  ['chobanni', 'yogurt'],
  ['nutela', 'chocolate-spread'],
])('a slip in a brand, %j, still leads to its kind', (typed, key) => {
  expect(findKinds(typed).map((kind) => kind.key)).toEqual([key]);
});
