import { familyOf } from '#app/toxicology/families.ts';
import { capitalized, counted } from '#app/kit/text.ts';
import { answerOf, type FamilyFigure } from '#app/results/answers/answer.ts';
import { ofLimit } from '#app/results/answers/percent-text.ts';
import { headlineChanges } from './headline-changes.ts';
import { isChanged, type CellChange, type compareProduct } from './product-change.ts';

/** More cells than this are counted, not told: the revisions themselves hold every one. */
const CELLS_TOLD = 3;

/**
 * What a correction changed, one short line each: the ratings first, then the product, then its
 * samples. Percents are a child's of the EFSA limit, as the tested list states them.
 */
export function changeLines(change: ReturnType<typeof compareProduct>): string[] {
  const { name, servingG, samples, families, metals } = change;
  const cells = samples.changed.flatMap(({ id, cells: own }) => own.map((cell) => ({ id, cell })));
  const left = cells.length - CELLS_TOLD;
  return [
    ...families.filter(isChanged).map(({ family, before, after }) => {
      return `${familyOf(family).category}: ${fromTo(figureText(before), figureText(after))}`;
    }),
    ...(metals
      ? headlineChanges(change).map(
          (one) => `${capitalized(one.name)}: ${fromTo(one.before, one.after)}`,
        )
      : []),
    ...(isChanged(name) ? [`Name: ${fromTo(name.before, name.after)}`] : []),
    ...(isChanged(servingG)
      ? [`Serving size: ${fromTo(gramsText(servingG.before), gramsText(servingG.after))}`]
      : []),
    ...samplesLine(samples.added, 'added'),
    ...samplesLine(samples.removed, 'removed'),
    ...cells.slice(0, CELLS_TOLD).map(({ id, cell }) => `Sample ${id}, ${cellText(cell)}`),
    ...(left > 0 ? [`and ${counted(left, 'other entry', 'other entries')}`] : []),
  ];
}

function fromTo(before: string | null, after: string | null): string {
  return `from ${before ?? 'nothing'} to ${after ?? 'nothing'}`;
}

function figureText(figure: FamilyFigure | null): string | null {
  if (!figure) return null;
  const { word, could } = answerOf(figure);
  if (!figure.percent) return word;
  const whose = figure.family && familyOf(figure.family).whoseLimit;
  return `${word} (${could === null ? '' : 'best estimate '}${ofLimit(figure.percent.estimate, whose)})`;
}

function gramsText(grams: number | null): string {
  return grams === null ? 'unknown' : `${grams} g`;
}

function samplesLine(ids: readonly string[], what: string): string[] {
  const own = ids.length === 1 ? 'Sample' : 'Samples';
  return ids.length > 0 ? [`${own} ${ids.join(', ')} ${what}`] : [];
}

function cellText({ column, before, after }: CellChange): string {
  const [, chemical] = /^(.+)_ng_g$/.exec(column) ?? [];
  const told = fromTo(before || null, after || null);
  return chemical ? `${chemical}: ${told} (ng/g)` : `${column.replaceAll('_', ' ')}: ${told}`;
}
