import { dayText } from '#app/kit/day-text.ts';
import { UNKNOWN } from '#app/catalogue/messages.ts';
import * as messages from './messages.ts';
import type { ProvenanceColumn } from './sample-columns.ts';

/** How a product's samples were come by and tested, as its report states it. */
export interface TestFacts {
  collected: string;
  /** PlasticList's region, or where a funded product's samples were bought. */
  place: string;
  method: string;
  laboratory: string;
  /** What is stated of each sample, in the order of the samples. */
  origins: SampleOrigin[];
  /** What the laboratory measured beside samples, a line each. */
  controls: string[];
  /** The address of its certificate; null where none was published. */
  certificate: string | null;
}

/** How a laboratory's work was checked, as it is published beside results. */
export type Quality = Pick<TestFacts, 'controls' | 'certificate'>;

/** Where one sample came from and how it was prepared; null for what its data does not state. */
export interface SampleOrigin {
  id: string;
  place: string | null;
  day: string | null;
  lot: string | null;
  /** How it was prepared for the analysis: `QuEChERS`. Only PlasticList's columns say so. */
  preparation?: string | null;
  notes: string | null;
}

/** The cells of one sample that hold something. */
export type Provenance = { readonly [K in ProvenanceColumn]?: string };

/**
 * What is known of a product's tests. All of PlasticList's samples share theirs; of a
 * product that was funded here only what the laboratory's file says is claimed.
 */
export function testFacts(
  isFunded: boolean,
  stated: readonly { id: string; provenance: Provenance }[],
  quality: Quality = { controls: [], certificate: null },
): TestFacts {
  const samples = stated.map(({ provenance }) => provenance);
  const origins = stated.map(({ id, provenance }) => ({
    ...originOf(id, provenance),
    ...(!isFunded && { preparation: preparationOf(provenance) }),
  }));
  const { COLLECTED, REGION, METHOD, LABORATORY, NOT_AVAILABLE } = messages;
  if (!isFunded) {
    const place = REGION;
    const shared = { place, method: METHOD, laboratory: LABORATORY, origins };
    return { collected: COLLECTED, ...shared, ...quality };
  }
  const all = (column: ProvenanceColumn) => distinct(samples.map((cells) => cells[column] ?? ''));
  const methods = [...all('analysis_method_phthalates'), ...all('analysis_method_bisphenols')];
  return {
    collected: daysText(all('collected_on')) || UNKNOWN,
    place: all('collected_at').join('; ') || UNKNOWN,
    method: distinct(methods).join('; ') || NOT_AVAILABLE,
    laboratory: [...all('laboratory'), ...all('accreditation')].join(', ') || NOT_AVAILABLE,
    origins,
    ...quality,
  };
}

function originOf(id: string, cells: Provenance): SampleOrigin {
  const one = (column: ProvenanceColumn) => distinct([cells[column] ?? ''])[0] ?? null;
  return {
    id,
    place: one('collected_at'),
    day: daysText([cells.collected_on ?? '']) || null,
    lot: one('lot_no'),
    notes: one('collection_notes'),
  };
}

/** What PlasticList names as the method, but for what was looked for, which stands behind a comma. */
function preparationOf(cells: Provenance): string | null {
  const methods = [cells.analysis_method_phthalates, cells.analysis_method_bisphenols];
  return distinct(methods.map((method) => method?.split(',')[0] ?? '')).join(' and ') || null;
}

/** From the first day to the last. */
function daysText(dates: readonly string[]): string {
  const days = dates.map((date) => date.replaceAll(' ', '')).toSorted();
  return distinct([days[0], days.at(-1)].map((day) => (day ? dayText(day) : ''))).join(' – ');
}

function distinct(texts: readonly string[]): string[] {
  const tidy = texts.map((text) => text.trim().replaceAll(/\s+/g, ' '));
  return [...new Set(tidy)].filter((text) => text !== '');
}
