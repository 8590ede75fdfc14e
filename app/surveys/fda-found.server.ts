import { kindOf } from '#app/catalogue/kinds.ts';
import { grouped } from '#app/kit/text.ts';
import type { IntakeMetalLimit } from '#app/toxicology/metals/metal-limit.ts';
import { usualPortion, type Portion } from '#app/toxicology/metals/portion.ts';
import { roundedDown, seenBy, whose } from '#app/toxicology/metals/sentences.ts';
import {
  intakeVerdicts,
  seenLimits,
  totalOf,
  type ByForm,
} from '#app/toxicology/metals/verdicts.ts';
import { fdaClasses, type FoodClass } from '#db/data/surveys.ts';
import { surveyRows } from './read-surveys.server.ts';
import { yearsOfSurvey, type Survey, type SurveyFound, type SurveyRow } from './survey.ts';
import { surveys } from './surveys.ts';

const NO_ROWS = 'FDA’s two surveys, of food for babies and of formula, have no rows of this kind.';

/**
 * What a test would have said of the foods of an item's kind that FDA measured, as a further item of a
 * list: by its registered limits of quantification (ng/g), or by what its question takes. Of powder by
 * the latter alone, because FDA measured it as fed.
 */
export function fdaFound(item: number, servingG: number | null, loqs: ByForm<number> = {}): string {
  const kind = kindOf(item)?.key ?? '';
  const own = fdaClasses.find((one) => one.kind === kind && (one.items?.includes(item) ?? true));
  if (!own) return asItem([kind === 'rice' ? `${NO_ROWS} ${riceText()}` : NO_ROWS]);
  const isFormula = kind === 'infant-formula';
  const portion = usualPortion(kind, servingG || own.grams, isFormula ? 1 : undefined);
  const [, eaten = ''] = seenBy({}, portion).lines[0] ?? [];
  const survey = surveyOf(own);
  return asItem([
    `Counted of ${own.name} in FDA’s survey (${yearsOfSurvey(survey, survey.years.join('–'))}), for ${eaten}, which is assumed. ${survey.note}`,
    ...askedOf(portion).map(({ limit, neededNgG }) => {
      const loqNgG = isFormula ? undefined : loqs[totalOf(limit.form)];
      return foundText(rowsOf(own), portion, limit, loqNgG ?? roundedDown(neededNgG ?? 0));
    }),
  ]);
}

function asItem(lines: readonly string[]): string {
  return `\n- **What FDA found.** ${lines.join('\n  - ')}`;
}

function surveyOf(own: FoodClass): Survey {
  return surveys.find(({ key }) => key === own.survey)!;
}

function rowsOf(own: FoodClass): SurveyRow[] {
  const isIn = ({ survey, holds }: FoodClass, row: SurveyRow) =>
    row.survey === survey && (holds?.some((name) => [row.food, row.group].includes(name)) ?? true);
  return surveyRows().filter((row) => fdaClasses.find((one) => isIn(one, row)) === own);
}

/** What a test must see, of each substance the least. */
function askedOf(portion: Portion) {
  const must = seenLimits({}, portion).filter(({ limit }) => limit.question === 'must');
  return [...Map.groupBy(must, ({ limit }) => totalOf(limit.form)).values()].flatMap((all) =>
    all.toSorted((a, b) => (a.neededNgG ?? 0) - (b.neededNgG ?? 0)).slice(0, 1),
  );
}

/** `Of 53, by a test that sees 2 µg/kg: 49 within FDA’s daily amount of lead for children, 4 above.` */
function foundText(...[rows, portion, limit, loqNgG]: Parameters<typeof countsOf>): string {
  const own = rows.filter(({ analyte }) => analyte === totalOf(limit.form));
  const missed = own.filter(({ found }) => isMissed(found)).length;
  const sees = grouped(loqNgG, 9);
  const unit = portion.whole ? 'µg/kg as fed' : 'µg/kg';
  const [most, least] = [true, false].map((one) => countsOf(own, portion, limit, loqNgG, one));
  const said = `Of ${own.length}, by a test that sees ${sees} ${unit}: ${countsText(most, ` ${whose(limit)}`)}`;
  return missed === 0
    ? `${said}.`
    : `${said}; ${missed} were not detected by FDA, which counts as below ${sees} by assumption (without it, ${countsText(least)}).`;
}

function countsText(counts?: ReturnType<typeof countsOf>, limit = ''): string {
  const { yes = 0, no = 0, 'cannot tell': untold = 0 } = counts ?? {};
  const parts = [no > 0 && `${no} above`, untold > 0 && `${untold} can’t be told`];
  return [`${yes} within${limit}`, ...parts.filter(Boolean)].join(', ');
}

/** Rows by what a test that sees `loqNgG` would say; `isAssumed`: what FDA did not detect is below that. */
function countsOf(
  rows: readonly SurveyRow[],
  portion: Portion,
  limit: IntakeMetalLimit,
  loqNgG: number,
  isAssumed = true,
) {
  const verdicts = rows.flatMap(({ analyte, found }) => {
    const ngG = found.kind === 'measured' ? found.ngG : null;
    const mostNgG = isAssumed && isMissed(found) ? loqNgG : ngG;
    // Of what is less than it sees, a test says that alone.
    const upperNgG = mostNgG === null ? null : Math.max(mostNgG, loqNgG);
    const lowerNgG = ngG !== null && ngG >= loqNgG ? ngG : 0;
    const amount = { lowerNgG, upperNgG, highestUpperNgG: upperNgG };
    return intakeVerdicts({ [analyte]: amount }, portion, [limit]).map(({ verdict }) => verdict);
  });
  return Object.fromEntries(
    [...Map.groupBy(verdicts, (one) => one)].map(([verdict, all]) => [verdict, all.length]),
  );
}

/** FDA states no limit of detection; `NDb` is of a method whose limit is far above all others. */
function isMissed(found: SurveyFound): boolean {
  return found.kind === 'unstated' && found.text === '<LOD';
}

/** Of rice, for which a total is no answer. */
function riceText(): string {
  const own = fdaClasses.find(({ kind }) => kind === 'baby-cereal');
  const portion = usualPortion('baby-cereal', own?.grams ?? null);
  const asked = askedOf(portion).find(({ limit }) => limit.form === 'ias');
  if (!own || !asked) return '';
  const rows = rowsOf(own).filter(({ analyte }) => analyte === 'as');
  const untold = countsOf(rows, portion, asked.limit, asked.neededNgG ?? 0)['cannot tell'];
  return `Total arsenic can’t answer rice: of ${rows.length} dry infant cereals in FDA’s survey, most of them of rice, it can’t tell for ${untold} whether one serving (${own.grams} g, which is assumed) a day is within ${whose(asked.limit)} for a child of ${portion.weightKg} kg. ${surveyOf(own).note}`;
}
