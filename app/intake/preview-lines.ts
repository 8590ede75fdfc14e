import type { Bounds } from '#app/toxicology/bounds.ts';
import { chemicalOf } from '#app/toxicology/chemicals.ts';
import { familyOf } from '#app/toxicology/families.ts';
import { counted } from '#app/kit/text.ts';
import { answerOf, type FamilyFigure } from '#app/results/answers/answer.ts';
import { formatPercent } from '#app/results/answers/percent-text.ts';
import {
  isChanged,
  type ChemicalFigure,
  type ProductChange,
} from '#app/results/samples/product-change.ts';

/**
 * What publishing a file would make of one product, for a person to read: a heading, then a line for
 * each thing that changes, and one for the people who would be emailed, where there are any.
 */
export function previewLines(
  change: ProductChange,
  told = 0,
): [heading: string, ...lines: string[]] {
  const { name, servingG, samples } = change;
  const shownName = name.before === null || !isChanged(name) ? name.after : step(name);
  const kind = change.isCorrection ? 'a correction, needs a reason' : 'first results';
  return [
    `Product ${change.originalId}, ${shownName}: revision ${change.revision}, ${kind}`,
    ...(isChanged(servingG) ? [`serving size in g: ${step(servingG)}`] : []),
    ...sampleLines('added', samples.added),
    ...sampleLines('removed', samples.removed),
    ...samples.changed.flatMap(({ id, cells }) =>
      cells.map((cell) => `sample ${id}, ${cell.column}: ${step(cell)}`),
    ),
    ...change.chemicals
      .filter(isChanged)
      .map((one) => `${chemicalOf(one.key).abbreviation}: ${stepOf(one, chemicalText)}`),
    ...change.families
      .filter(isChanged)
      .map((one) => `${familyOf(one.family).category}: ${stepOf(one, figureText)}`),
    ...(change.metals
      ? [`what is said of it: ${stepOf(change.metals, ({ sentence }) => sentence)}`]
      : []),
    ...(told > 0 ? [`${counted(told, 'person', 'people')} will be emailed`] : []),
  ];
}

function sampleLines(what: string, ids: readonly string[]): string[] {
  return ids.length > 0 ? [`${counted(ids.length, 'sample')} ${what}: ${ids.join(', ')}`] : [];
}

function step({ before, after }: { before: unknown; after: unknown }): string {
  return `${shown(before)} → ${shown(after)}`;
}

function stepOf<T>(of: { before: T | null; after: T | null }, text: (figure: T) => string): string {
  const { before, after } = of;
  return step({ before: before && text(before), after: after && text(after) });
}

function shown(value: unknown): string {
  return value === null || value === '' ? 'nothing' : String(value);
}

function chemicalText({ mean, percent }: ChemicalFigure): string {
  return `${meanText(mean)}${percent ? ` (${percentText(percent)} of the EFSA limit)` : ''}`;
}

/** A mean of what was found nowhere is none of zero. */
function meanText({ estimate, upper, upperOpen }: Bounds): string {
  const text = (ngG: number) => `${ngG.toLocaleString('en-US', { maximumFractionDigits: 3 })} ng/g`;
  if (estimate > 0 || (upper === 0 && !upperOpen)) return text(estimate);
  return upperOpen ? 'not detected' : `not detected, below ${text(upper)}`;
}

function figureText(figure: FamilyFigure): string {
  const { word, could } = answerOf(figure);
  const sentence = could === null ? word : `${word} (${could})`;
  return figure.percent ? `${sentence}, ${percentText(figure.percent)}` : sentence;
}

function percentText({ estimate, upper, upperOpen }: Bounds): string {
  const most = upperOpen ? 'or more' : `at most ${formatPercent(upper)}`;
  return `${formatPercent(estimate)}, ${most}`;
}
