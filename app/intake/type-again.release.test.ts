import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { answerOf } from '#app/results/answers/answer.ts';
import type { ProductChange } from '#app/results/samples/product-change.ts';
import { saysTheSame } from '#app/intake/lab-file/read-result.ts';
import { reading } from '#test/support/lab-file.ts';
import { lookTwice } from './look-twice.ts';
import { cellsToType } from './type-again.ts';

/** Chance that a failure can be played again by. */
function chance(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return state % below;
  };
}

/** Slips in each file: `SLIP_RUNS=12` says how often they are caught. */
const RUNS = Number(process.env.SLIP_RUNS ?? 1);

/** What a hand does to a figure. */
const SLIPS: ((text: string, pick: (below: number) => number) => string)[] = [
  (text, pick) => {
    const places = [...text.matchAll(/\d/g)].map(({ index }) => index);
    const at = places[pick(places.length)] ?? 0;
    return `${text.slice(0, at)}${(Number(text[at]) + 1 + pick(9)) % 10}${text.slice(at + 1)}`;
  },
  (text) => text.replace(/\d+(?:\.\d+)?$/, (number) => String(Number(number) * 10)),
  (text) => text.replace(/\d+(?:\.\d+)?$/, (number) => String(Number(number) / 10)),
  (text) => (text.startsWith('<') ? text.slice(1) : `<${text}`),
];

/** Files of three samples of one product, 54 cells, as PlasticList published them. */
function filesOf54() {
  const [head = '', ...lines] = readFileSync('db/data/plasticlist/samples.tsv', 'utf8')
    .trimEnd()
    .split('\n');
  const columns = head.split('\t');
  const cells = columns.flatMap((name, at) => (name.endsWith('_ng_g') ? [at] : []));
  const rows = lines.map((line) => line.split('\t'));
  const groups = [...Map.groupBy(rows, (row) => row[columns.indexOf('product_id')]).values()];
  return groups
    .filter((own) => own.length === 3 && cells.length * 3 === 54)
    .map((own) => ({ head, rows: own, cells }));
}

/** What a report says of a product. */
const wordsOf = ({ changes }: { changes: ProductChange[] }) =>
  changes.map(({ families }) =>
    families.map(({ after }) => after && Object.values(answerOf(after)).slice(0, 2)),
  );

test('a single slip among 54 cells is caught several times as often, and nearly always where it matters', () => {
  const pick = chance(57);
  const counts = { tries: 0, typed: 0, all: 0, matter: 0, caught: 0 };
  for (const { head, rows, cells } of filesOf54()) {
    const text = (own: string[][]) => [head, ...own.map((row) => row.join('\t'))].join('\n');
    const right = reading(text(rows))!;
    const asked = new Set(doubts(right));
    for (let tried = 0; tried < RUNS; tried += 1) {
      const [row, at] = [pick(3), cells[pick(cells.length)]!];
      const was = rows[row]![at]!;
      const slipped = /\d/.test(was) ? SLIPS[pick(SLIPS.length)]!(was, pick) : '10';
      if (saysTheSame(was, slipped)) continue;
      const wrong = reading(
        text(rows.map((own, place) => (place === row ? own.with(at, slipped) : own))),
      );
      counts.tries += 1;
      const key = wrong?.written.find(
        ({ sample, text: own }, place) =>
          sample === rows[row]![0] && own === slipped && right.written[place]?.text !== own,
      );
      const typed = wrong ? cellsToType(`upload ${counts.tries}`, wrong.written, wrong) : [];
      const isTyped = typed.some(({ name }) => name === `typed-${key?.key}-${key?.sample}`);
      const isCaught = !wrong || isTyped || doubts(wrong).some((doubt) => !asked.has(doubt));
      const isMatter = wrong && JSON.stringify(wordsOf(wrong)) !== JSON.stringify(wordsOf(right));
      counts.typed += Number(isTyped);
      counts.all += Number(isCaught);
      if (isMatter) counts.matter += 1;
      if (isMatter && isCaught) counts.caught += 1;
    }
  }
  const { tries, typed, all, matter, caught } = counts;
  const percent = (part: number, whole: number) => Math.round((100 * part) / whole);
  if (RUNS > 1) console.log(counts);
  // Five by chance alone: 9%.
  expect(percent(typed, tries)).toBeGreaterThan(35);
  expect(percent(all, tries)).toBeGreaterThan(70);
  expect(percent(caught, matter)).toBeGreaterThan(85);
});

function doubts(read: NonNullable<ReturnType<typeof reading>>): string[] {
  const usual = new Map();
  const looked = read.products.map((product, at) => {
    return { product, before: undefined, change: read.changes[at]!, usual };
  });
  return [...read.doubts, ...lookTwice(looked)];
}
