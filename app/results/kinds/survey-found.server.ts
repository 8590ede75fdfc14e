import { gramsADay } from '#db/data/survey-foods.ts';
import { dayText } from '#app/kit/day-text.ts';
import { capitalized, counted, grouped, listed } from '#app/kit/text.ts';
import { personText } from '#app/results/answers/eater.ts';
import { placeOnStrip, stripTicks } from '#app/results/answers/strip-of.ts';
import { kindOfFood } from '#app/surveys/food-kinds.ts';
import { surveyRows } from '#app/surveys/read-surveys.server.ts';
import { yearsOfSurvey, type Survey, type SurveyRow } from '#app/surveys/survey.ts';
import { surveys } from '#app/surveys/surveys.ts';
import type { Family } from '#app/toxicology/families.ts';

/** What is said of: each alone, as a survey has no family whole; PFAS are in tables only. */
const SUBSTANCES: readonly (readonly [analyte: string, name: string, family?: Family])[] = [
  ['dehp', 'DEHP alone', 'phthalates'],
  ['bpa', 'BPA alone', 'bisphenols'],
  ['pb', 'Lead alone'],
  ['cd', 'Cadmium alone'],
  ['as', 'Arsenic alone, in all its forms'],
  ['hg', 'Mercury alone, in all its forms'],
];

let byKind: Map<string | null, SurveyRow[]> | undefined;

/**
 * What surveys found in foods of a kind, survey by survey; null where none has any. No test: it is in no
 * mean, count, order, or sentence of tests (decision 0211). `weightKg` is whose axis the tests are on; null
 * without any.
 */
export function surveyFound(kind: string, weightKg: number | null, today = new Date()) {
  byKind ??= Map.groupBy(surveyRows(), kindOfFood);
  const rows = byKind.get(kind);
  if (!rows) return null;
  const eaten = weightKg === null ? undefined : gramsADay[kind];
  const perKg = eaten && weightKg ? eaten / weightKg : null;
  const blocks = surveys.flatMap((survey) => {
    const found = SUBSTANCES.flatMap(([analyte, name, family]) => {
      const those = rows.filter((row) => row.survey === survey.key && row.analyte === analyte);
      return those.length > 0 ? { name, rows: those, ...drawn(those, family, perKg) } : [];
    });
    return found.length > 0 ? blockOf(survey, found, today.getUTCFullYear()) : [];
  });
  const isComposite = blocks.some(({ authority }) => authority === 'Health Canada');
  const ofPfas = rows.flatMap(({ survey, sample }) => (/pfas/.test(survey) ? sample : []));
  return {
    about: [...new Set(blocks.map(({ about }) => about))],
    isComposite,
    drawn:
      isComposite && eaten && weightKg
        ? `DEHP and BPA are drawn for ${eaten} g a day${kind === 'infant-formula' ? ' (assumed)' : ''}, for ${personText(weightKg)}, on the same axes as tests; no limit is drawn.`
        : 'Drawn in ng/g.',
    pfas: ofPfas.length > 0 && {
      composites: counted(new Set(ofPfas).size, 'composite'),
      note: surveys.find(({ key }) => key === 'hc-pfas-2016')?.note,
    },
    blocks,
  };
}

export type SurveyOfKind = NonNullable<ReturnType<typeof surveyFound>>;

/** The same in a line for each substance and survey, for programs; none where no survey has any. */
export function surveyLines(kind: string): string[] {
  return (surveyFound(kind, null)?.blocks ?? []).flatMap(({ name, age, found }) =>
    found.map((one) => `${name}: ${one.name}: ${one.sentence} ${age}`),
  );
}

/** Where marks stand, 0 to 100: on the family's axis by ng eaten of a gram per kg, else in ng/g. */
function drawn(rows: readonly SurveyRow[], family: Family | undefined, perKg: number | null) {
  const [strip, times, unit] =
    family && perKg !== null ? ([family, perKg, '/kg'] as const) : (['ng_g', 1, ' ng/g'] as const);
  const place = (ngG: number) => placeOnStrip(strip, ngG * times).at;
  return {
    axis: { ticks: stripTicks(strip), unit },
    measured: amountsOf(rows, 'measured').map(place),
    below: amountsOf(rows, 'below').map(place),
  };
}

type Found = { name: string; rows: readonly SurveyRow[] } & ReturnType<typeof drawn>;

/** What one survey found, with where it is from and how old it is. */
function blockOf(survey: Survey, found: readonly Found[], year: number) {
  const { authority, study, measured, note, license } = survey;
  const all = found.flatMap(({ rows }) => rows);
  const years = yearsOf(all);
  const isFda = authority === 'FDA';
  return {
    authority,
    name: `${authority}, ${yearsOfSurvey(survey, yearsText(years))}`,
    source: `${authority}’s ${study}`,
    license,
    about: `${authority} measured ${measured}.`,
    // Of what is below a limit beside it, Health Canada’s rows say so one by one.
    age: `${ageText(years, year, isFda)} ${isFda ? note : ''}`.trim(),
    found: found.map(({ rows, ...one }) => ({ ...one, sentence: sentenceOf(rows, authority) })),
    ...(isFda ? tableByFood(found, all) : tableByComposite(all)),
  };
}

function yearsOf(rows: readonly SurveyRow[]): number[] {
  return [...new Set(rows.map(({ on }) => Number(on.slice(0, 4))))].toSorted();
}

function yearsText(years: readonly number[]): string {
  return years.length < 3 ? listed(years.map(String)) : `${years[0]} to ${years.at(-1)}`;
}

/** A year that ended ten years ago: of some rows the year alone is known. */
function ageText(years: readonly number[], year: number, isFiscal: boolean): string {
  const old = years.filter((one) => year - one > 10);
  const how = isFiscal ? 'in fiscal years' : years.length < 3 ? 'in' : 'from';
  const collected = `Collected ${how} ${yearsText(years)}`;
  if (old.length === 0) return `${collected}.`;
  const those = old.length < years.length ? `those up to ${old.at(-1)} ` : '';
  return `${collected}, ${those}over ten years ago: packaging and limits have changed since.`;
}

function amountsOf(rows: readonly SurveyRow[], is: 'measured' | 'below'): number[] {
  return rows.flatMap(({ found }) => (found.kind === is ? found.ngG : []));
}

function amountText(ngG: number): string {
  return grouped(Number(ngG.toPrecision(3)), 6);
}

function spanText(amounts: readonly number[]): string {
  const [least = '', most = ''] = [Math.min(...amounts), Math.max(...amounts)].map(amountText);
  return `${least === most ? least : `${least} to ${most}`} ng/g`;
}

/** `Measured in 3 of 5 composites, 0.43 to 0.7 ng/g; not detected in 2, at 0.2 to 10.3 ng/g.` */
function sentenceOf(rows: readonly SurveyRow[], authority: string): string {
  const unit = authority === 'FDA' ? 'sample' : 'composite';
  const [measured, below] = [amountsOf(rows, 'measured'), amountsOf(rows, 'below')];
  const unstated = rows.length - measured.length - below.length;
  const under = rows.filter(({ found }) => found.kind === 'measured' && found.under).length;
  const parts = [
    ['measured', measured.length, `, ${spanText(measured)}${underText(under, measured.length)}`],
    ['not detected', below.length, `, at ${spanText(below)}`],
    ['not detected', unstated, `, below a limit that ${authority} does not state by sample`],
  ] as const;
  const said = parts
    .filter(([, count]) => count > 0)
    .map(([is, count, how], at) =>
      rows.length === 1
        ? `one ${unit}: ${is}${how.replace(/^, (at|below)/, ' $1')}`
        : `${is} in ${count}${at > 0 ? '' : ` of ${counted(rows.length, unit)}`}${how}`,
    );
  return `${capitalized(said.join('; '))}.`;
}

function underText(under: number, measured: number): string {
  return under > 0 ? `, ${under < measured ? `${under} of them ` : ''}below quantification` : '';
}

function cellText({ found }: SurveyRow): string {
  if (found.kind === 'unstated') return 'Not detected';
  const amount = `${amountText(found.ngG)} ng/g`;
  if (found.kind === 'below') return `Not detected at ${amount}`;
  return found.under ? `${amount}, below quantification` : amount;
}

/** Day, city, and result of each composite; of what stands under January 1, the year alone is known. */
function tableByComposite(rows: readonly SurveyRow[]) {
  return {
    head: ['Composite', 'Collected', 'City', 'Found'],
    cells: rows.map((row) => [
      `${row.food} (${row.sample})`,
      row.on.endsWith('-01-01') ? row.on.slice(0, 4) : dayText(row.on),
      row.city ?? '',
      cellText(row),
    ]),
  };
}

/** A row for each food: FDA names no city, and has hundreds of samples of some. */
function tableByFood(found: readonly Found[], all: readonly SurveyRow[]) {
  return {
    head: [
      'Food',
      'Fiscal years',
      ...found.map(({ name }) => `${name.split(' alone')[0]}, measured`),
    ],
    cells: [...Map.groupBy(all, ({ food }) => food)]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([food, own]) => [
        food,
        yearsText(yearsOf(own)),
        ...found.map(({ rows }) => measuredText(rows.filter((row) => row.food === food))),
      ]),
  };
}

/** `3 of 4: 1 to 2.5 ng/g` */
function measuredText(rows: readonly SurveyRow[]): string {
  const amounts = amountsOf(rows, 'measured');
  if (rows.length === 0) return '–';
  return `${amounts.length} of ${rows.length}${amounts.length > 0 ? `: ${spanText(amounts)}` : ''}`;
}
