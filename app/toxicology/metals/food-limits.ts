import { quoted, type FoodMetalLimit, type MetalForm } from './metal-limit.ts';
import type { MetalLimitSource } from './metal-limit.ts';

const seenOn = '2026-11-29';

const eu: MetalLimitSource = {
  authority: 'EU',
  status: 'final',
  name: 'maximum level for',
  citation: {
    title: 'Commission Regulation (EU) 2023/915, Annex I, consolidated to 2025-01-01',
    number: '2023/915',
    url: 'http://data.europa.eu/eli/reg/2023/915/oj',
  },
  seen: 'P',
  seenAt: 'github.com/legalize-dev/legalize-eu eu/32023R0915.md',
  seenOn,
};
const fda: MetalLimitSource = {
  authority: 'FDA',
  status: 'guidance',
  name: 'action level for',
  citation: {
    title: 'Action Levels for Lead in Processed Food Intended for Babies and Young Children',
    number: 'FDA-2022-D-0278, 2025-01-06',
    url: null,
  },
  seen: 'P/S',
  seenAt: 'cov.com; github.com/paleofoundation/heavymetalindex fda-ctz-Pb-babyfood-2025',
  seenOn,
};
const bottled = { title: 'Bottled water', number: '21 CFR 165.110(b)(4)', url: null };
const water = { ...fda, status: 'final', name: 'limit for', citation: bottled } as const;

const ROOT = 'single root vegetables for babies';
const PUREE = 'fruits, other vegetables, mixtures, yogurts, and meats for babies';
const CEREAL = 'dry infant cereal';
const RICE_CEREAL = 'dry infant rice cereal';
const DRINK = 'drinks for infants and young children';
const MILK = ['powdered formula of cow’s milk', 'liquid formula of cow’s milk'] as const;
const SOY = ['powdered soy formula', 'liquid soy formula'] as const;
const SNACKS = ['puffs', 'teething biscuits'];

/** µg/kg by food and form, each with the row or section of the annex where it stands. */
type Foods = Record<string, Partial<Record<MetalForm, readonly [ngG: number, row?: string]>>>;

const baby = { pb: [20, '3.1.26'], cd: [40, '3.2.20'] } as const;
const powder = { pb: [20, '3.1.24.1'], ias: [20, '3.4.2.1'] } as const;
const liquid = { pb: [10, '3.1.24.2'], ias: [10, '3.4.2.2'] } as const;
const rice = { pb: [200, '3.1.11'], cd: [150, '3.2.12'] } as const;
const fish = { pb: [300, '3.1.15.1'] } as const;

const euMaxima: Foods = {
  [MILK[0]]: { ...powder, cd: [10, '3.2.17.1'] },
  [MILK[1]]: { ...liquid, cd: [5, '3.2.17.2'] },
  [SOY[0]]: { ...powder, cd: [20, '3.2.17.3'] },
  [SOY[1]]: { ...liquid, cd: [10, '3.2.17.4'] },
  [DRINK]: { pb: [20, '3.1.25.1'], cd: [20, '3.2.19.1'] },
  [ROOT]: { ...baby, ias: [20, '3.4.3'] },
  [PUREE]: { ...baby, ias: [20, '3.4.3'] },
  [CEREAL]: baby,
  [RICE_CEREAL]: baby,
  'rice for making food for infants': { ...rice, ias: [100, '3.4.1.5'] },
  'white rice, not parboiled': { ...rice, ias: [150, '3.4.1.1'] },
  'parboiled or husked rice': { ...rice, ias: [250, '3.4.1.2'] },
  'rice flour': { ...rice, ias: [250, '3.4.1.3'] },
  'rice cakes, wafers, crackers, and flakes': { ias: [300, '3.4.1.4'] },
  'rice drinks': { ias: [30, '3.4.1.6'] },
  cereals: { pb: [200, '3.1.11'], cd: [100, '3.2.12'] },
  'barley and rye': { pb: [200, '3.1.11'], cd: [50, '3.2.12'] },
  'durum wheat': { pb: [200, '3.1.11'], cd: [180, '3.2.12'] },
  'wheat germ': { pb: [200, '3.1.11'], cd: [200, '3.2.12'] },
  'juice of berries and small fruits': { pb: [50, '3.1.19'], ias: [20, '3.4.4'] },
  'apple juice': { pb: [30, '3.1.19'], ias: [20, '3.4.4'] },
  'other fruit juice': { pb: [30, '3.1.19'], ias: [20, '3.4.4'] },
  'milk chocolate below 30% cocoa': { cd: [100, '3.2.15.1'] },
  'milk chocolate from 30% cocoa and other chocolate below 50%': { cd: [300, '3.2.15.2'] },
  'chocolate from 50% cocoa': { cd: [800, '3.2.15.3'] },
  'cocoa powder': { cd: [600, '3.2.15.4'] },
  'seed spices': { pb: [900, '3.1.12'] },
  'fruit spices': { pb: [600, '3.1.12'] },
  'bark spices, such as cinnamon': { pb: [2000, '3.1.12'] },
  'root spices': { pb: [1500, '3.1.12'] },
  'bud and pistil spices': { pb: [1000, '3.1.12'] },
  milk: { pb: [20, '3.1.16'] },
  salt: { pb: [1000], cd: [500], as: [500, '3.4.5'], hg: [100, '3.3.3'] },
  'food supplements': { pb: [3000], cd: [1000], hg: [100, '3.3.2'] },
  tuna: { ...fish, cd: [100, '3.2.14'], hg: [1000, '3.3.1'] },
  swordfish: { ...fish, cd: [250, '3.2.14'], hg: [1000, '3.3.1'] },
  'shark, halibut, and pike': { ...fish, cd: [50, '3.2.14'], hg: [1000, '3.3.1'] },
  mackerel: { ...fish, cd: [100, '3.2.14'], hg: [300, '3.3.1'] },
  sardines: { ...fish, cd: [250, '3.2.14'], hg: [300, '3.3.1'] },
  'cod, salmon, herring, and pollock': { ...fish, cd: [50, '3.2.14'], hg: [300, '3.3.1'] },
  'other fish': { ...fish, cd: [50, '3.2.14'], hg: [500, '3.3.1'] },
};

const fdaLevels: Foods = {
  [PUREE]: { pb: [10] },
  [ROOT]: { pb: [20] },
  [CEREAL]: { pb: [20] },
  [RICE_CEREAL]: { pb: [20] },
};
const juiceDraft: Foods = { 'apple juice': { pb: [10] }, 'other fruit juice': { pb: [20] } };

/** Every limit by food on record, whether it may be shown or not. */
export const foodMetalLimits: readonly FoodMetalLimit[] = [
  ...byFood(eu, euMaxima),
  ...byFood(fda, fdaLevels),
  ...byFood(
    { ...water, seen: 'P', seenAt: 'federal.elaws.us 94-12666' },
    { 'bottled water': { pb: [5] } },
  ),
  ...byFood({ ...water, seen: 'S' }, { 'bottled water': { as: [10], cd: [5], hg: [2] } }),
  ...byFood(quoted('FDA', null, 'fda-iAs-rice-cereal-100ppb'), { [RICE_CEREAL]: { ias: [100] } }),
  ...byFood(quoted('FDA', '2023', 'regulatory_limits'), { 'apple juice': { ias: [10] } }),
  ...byFood(quoted('FDA', '2022', 'fda2022-draft-lead-juice', 'proposed'), juiceDraft),
];

/** Foods that authorities have set no limit for, or none that a measurement can be compared with, and then why. */
export const noFoodLimits = (
  [
    [['FDA', 'EFSA', 'EPA', 'California'], ['pb', 'cd', 'ias'], SNACKS],
    [['FDA'], ['pb'], [...MILK, ...SOY, DRINK]],
    [['FDA'], ['cd', 'ias'], [PUREE, ROOT, CEREAL]],
    [['FDA'], ['cd'], [RICE_CEREAL]],
    [['EU'], ['ias'], [CEREAL, RICE_CEREAL], 'its row 3.4.3 does not name cereal-based food'],
    [['EU'], ['pb', 'cd', 'ias'], ['formula as prepared'], 'its limits are of formula as sold'],
    [['EU'], ['pb', 'cd', 'ias', 'hg'], ['food of several ingredients'], 'the recipe is not known'],
  ] as const
).map(([authorities, forms, foods, reason = '']) => ({
  authorities,
  forms,
  foods: foods as readonly string[],
  reason,
  seenOn,
}));

/** What a product can be said to be when its test is registered. */
export const foodClasses: readonly string[] = [
  ...new Set([
    ...foodMetalLimits.map(({ food }) => food),
    ...noFoodLimits.flatMap(({ foods }) => foods),
    'none of these',
  ]),
];

function byFood(source: MetalLimitSource, foods: Foods): FoodMetalLimit[] {
  return Object.entries(foods).flatMap(([food, levels]) =>
    Object.entries(levels).map(([form, [ngG, row]]) => ({
      ...source,
      id: `${form} ${source.authority} ${food} ${ngG}`,
      form: form as MetalForm,
      ngG,
      food,
      citation: row ? { ...source.citation, number: `2023/915, ${row}` } : source.citation,
    })),
  );
}
