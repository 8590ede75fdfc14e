import { dayText } from '#app/kit/day-text.ts';
import { dateColumns, provenanceOf, type ProvenanceColumn } from '#app/results/sample-columns.ts';
import type { FileProblem } from '#app/results/samples/samples-file.ts';
import { inOrder } from '#app/results/samples/in-order.ts';
import { panelOfSample, type Sample } from '#app/results/samples/sample-row.ts';
import type { DeskFacts } from '#app/testing/publish-samples.server.ts';

/**
 * Says which sample of the desk each sample of a file is, one to one: by its name (`1061-2`),
 * by its lot, and then in order, which has to be confirmed. What the desk knows fills
 * what the file leaves out; a day that contradicts it is a problem, another text a doubt. Samples
 * are taken in order only where the two have as many: else first results are refused anyway.
 */
export function matchSamples(samples: readonly Sample[], desk: readonly DeskFacts[]) {
  const problems: FileProblem[] = [];
  const doubts: string[] = [];
  if (desk.length === 0) return { samples: [...samples], problems, doubts };
  const { pairs, inTurn } = pairUp(inOrder(samples), desk);
  // One of one is plain; one that is left of several may be a control under a name of its own.
  if (inTurn.length > 0 && desk.length > 1) {
    const lines = inTurn.map(
      ({ sample, facts }) => `${sample.id} is sample ${facts.number}${told(facts)}`,
    );
    doubts.push(`Samples are matched in order: ${lines.join('; ')}.`);
  }
  for (const { id, line } of samples) {
    if (pairs.some(({ sample }) => sample.line === line)) continue;
    doubts.push(`${id} is none of the samples that are recorded at the desk.`);
  }
  const filled = new Map(
    pairs.map(({ sample, facts }) => {
      const done = fill(sample, facts);
      problems.push(...done.problems);
      doubts.push(...done.doubts);
      return [sample.id, done.sample];
    }),
  );
  return { samples: samples.map((one) => filled.get(one.id) ?? one), problems, doubts };
}

interface Pair {
  sample: Sample;
  facts: DeskFacts;
}

function pairUp(samples: readonly Sample[], desk: readonly DeskFacts[]) {
  const pairs: Pair[] = [];
  const isFree = (facts: DeskFacts) => pairs.every((pair) => pair.facts !== facts);
  const isOpen = (sample: Sample) => pairs.every((pair) => pair.sample !== sample);
  const pair = (sample: Sample, facts: DeskFacts | undefined) => {
    if (facts && isFree(facts) && isOpen(sample)) pairs.push({ sample, facts });
  };
  for (const sample of samples) {
    const own = desk.filter(({ number }) => isNamed(sample.id, sample.productId, number));
    if (own.length === 1) pair(sample, own[0]);
  }
  for (const sample of samples) {
    const own = desk.filter(({ lot }) => lot !== null && lot === sample.lotNo);
    const rivals = samples.filter(({ lotNo }) => lotNo === sample.lotNo);
    if (own.length === 1 && rivals.length === 1) pair(sample, own[0]);
  }
  const free = inOrderOf(samples, desk).filter(isFree);
  const inTurn = samples.filter(isOpen).flatMap((sample, at) => {
    const facts = free[at];
    return facts ? [{ sample, facts }] : [];
  });
  pairs.push(...inTurn);
  return { pairs, inTurn };
}

/** The desk's samples that a file's may be in order: all, or those that are published already. */
function inOrderOf(samples: readonly Sample[], desk: readonly DeskFacts[]): readonly DeskFacts[] {
  const published = desk.filter(({ isPublished }) => isPublished);
  return [desk, published].find((some) => some.length === samples.length) ?? [];
}

/** `1061-2`, `1061 / 02` and `1061.2` are sample 2 of product 1061. */
function isNamed(name: string, productId: number, number: number): boolean {
  const [, code, own] = /^\D*?(\d+)[\s\-_/.:#]+(?:sample|no\.?)?[\s\-_.#]*(\d+)$/i.exec(name) ?? [];
  return Number(code) === productId && Number(own) === number;
}

function told({ lot, boughtOn }: DeskFacts): string {
  const known = [lot && `lot ${lot}`, boughtOn && `bought ${dayText(boughtOn)}`].filter(Boolean);
  return known.length > 0 ? ` (${known.join(', ')})` : '';
}

/** What the desk's facts are called in a file, and in a sentence. */
const columns: readonly (readonly [ProvenanceColumn, keyof DeskFacts, string])[] = [
  ['lot_no', 'lot', 'the lot'],
  ['expiration_date', 'bestBefore', 'the best-before day'],
  ['collected_on', 'boughtOn', 'the day of purchase'],
  ['collected_at', 'shop', 'the shop'],
  ['shipped_on', 'shippedOn', 'the day of shipment'],
  ['arrived_at_lab_on', 'atLabOn', 'the day of arrival'],
  ['laboratory', 'laboratory', 'the laboratory'],
  ['analysis_method_phthalates', 'method', 'the method'],
  ['analysis_method_bisphenols', 'method', 'the method'],
  ['analysis_method_metals', 'method', 'the method'],
  ['accreditation', 'accreditation', 'the accreditation'],
];

function fill(sample: Sample, facts: DeskFacts) {
  const provenance = { ...sample.provenance };
  const problems: FileProblem[] = [];
  const doubts: string[] = [];
  const own = provenanceOf(panelOfSample(sample).key);
  for (const [column, fact, called] of columns.filter(([one]) => own.includes(one))) {
    const known = facts[fact];
    const written = provenance[column].trim();
    if (known === null) continue;
    if (written === '') provenance[column] = String(known);
    else if (!isAlike(written, String(known))) {
      const sentence = `${sample.id}: ${called} is ${JSON.stringify(written)} in the file, and ${JSON.stringify(known)} at the desk`;
      if (dateColumns.includes(column))
        problems.push({ line: sample.line, reason: `${sentence}: correct one of them` });
      else if (
        column !== 'analysis_method_bisphenols' ||
        !doubts.some((doubt) => doubt.includes(called))
      ) {
        doubts.push(`${sentence}. The file’s is published.`);
      }
    }
  }
  const lotNo = provenance.lot_no.trim() || null;
  return { sample: { ...sample, lotNo, provenance }, problems, doubts };
}

function isAlike(written: string, known: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  return (
    plain(written) === plain(known) || (/^\d{4}-\d{2}$/.test(written) && known.startsWith(written))
  );
}
