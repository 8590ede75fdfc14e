import { dayText } from '#app/kit/day-text.ts';
import * as messages from '#app/results/messages.ts';
import type { ProvenanceColumn } from '#app/results/sample-columns.ts';

/** How a product's samples were come by and tested, as its report states it. */
export type TestFacts = ReturnType<typeof testFacts>;

/** How a laboratory's work was checked, as it is published beside results. */
export interface Quality {
  /** What the laboratory measured beside samples, a line each. */
  controls: string[];
  /** The address of its certificate; null where none was published. */
  certificate: string | null;
}

/** Where one sample came from and how it was prepared; null for what its data does not state. */
export type SampleOrigin = TestFacts['origins'][number];

/** The cells of one sample that hold something. */
export type Provenance = { readonly [K in ProvenanceColumn]?: string };

/**
 * What is known of a product's tests on a day. PlasticList's samples share its own lines, but where a
 * row says otherwise; of a product that was funded here only what the laboratory's file says is claimed.
 */
export function testFacts(
  isFunded: boolean,
  stated: readonly { id: string; provenance: Provenance }[],
  { quality = { controls: [], certificate: null }, today }: { quality?: Quality; today: string },
) {
  const samples = stated.map(({ provenance }) => provenance);
  const origins = stated.map(({ id, provenance }) => ({
    ...originOf(id, provenance),
    // Only PlasticList's columns say so.
    ...(!isFunded && { preparation: preparationOf(provenance) }),
  }));
  const dates = origins.flatMap(({ bestBefore }) => bestBefore ?? []);
  const areLotsPast = dates.length > 0 && dates.every((day) => day < today);
  const known = {
    /** What is stated of each sample, in the order of the samples. */
    origins,
    /** Every lot whose date is stated is past it. */
    areLotsPast,
    ...quality,
  };
  const all = (column: ProvenanceColumn) => distinct(samples.map((cells) => cells[column] ?? ''));
  if (!isFunded) return { ...sourceFacts(all), ...known };
  const methods = [...all('analysis_method_phthalates'), ...all('analysis_method_bisphenols')];
  const { NOT_STATED } = messages;
  return {
    collected: daysText(all('collected_on')) || NOT_STATED,
    place: all('collected_at').join('; ') || NOT_STATED,
    method: distinct(methods).join('; ') || NOT_STATED,
    laboratory: [...all('laboratory'), ...all('accreditation')].join(', ') || NOT_STATED,
    ...known,
  };
}

/** What PlasticList says of all its tests, but for what these rows say otherwise. */
function sourceFacts(all: (column: ProvenanceColumn) => string[]) {
  const { COLLECTED, REGION, METHOD, LABORATORY } = messages;
  const days = all('collected_on').map(dayIn);
  // H2 2024.
  const isOutside = days.some((day) => day < '2024-07-01' || day > '2024-12-31');
  const places = all('collected_at');
  const online = places.filter((place) => ONLINE.test(place));
  const methods = all('analysis_method_phthalates').map((text) => text.toLowerCase());
  const isHeated = methods.length > 0 && methods.every((text) => text.startsWith(HEATED));
  return {
    collected: isOutside ? daysText(days) : COLLECTED,
    place: [
      ...(online.length < places.length || online.length === 0 ? [REGION] : []),
      ...(online.length > 0 ? ['bought online'] : []),
    ].join('; '),
    method: isHeated ? `${METHOD}, after ${HEATED}` : METHOD,
    laboratory: LABORATORY,
  };
}

/** A place of PlasticList's that is no shop in its region. */
const ONLINE = /^(amazon|ebay|etsy|online)\b/i;
/** What came out of a product when heated was measured, not all that is in it. */
const HEATED = 'heated migration';

function originOf(id: string, cells: Provenance) {
  const one = (column: ProvenanceColumn) => distinct([cells[column] ?? ''])[0] ?? null;
  return {
    id,
    place: one('collected_at'),
    day: daysText([cells.collected_on ?? '']) || null,
    /** Until when the lot is best, as stated; as `2026-11-21`. */
    bestBefore: one('expiration_date') && dayIn(one('expiration_date') ?? ''),
    lot: one('lot_no'),
    notes: one('collection_notes'),
  };
}

/** How it was prepared, `QuEChERS`: what PlasticList names as the method, but for what was looked for, which stands behind a comma. */
function preparationOf(cells: Provenance): string | null {
  const methods = [cells.analysis_method_phthalates, cells.analysis_method_bisphenols];
  return distinct(methods.map((method) => method?.split(',')[0] ?? '')).join(' and ') || null;
}

/** A day as a file writes it, with or without spaces. */
function dayIn(text: string): string {
  return text.replaceAll(' ', '');
}

/** From the first day to the last. */
function daysText(dates: readonly string[]): string {
  const days = dates.map(dayIn).toSorted();
  return distinct([days[0], days.at(-1)].map((day) => (day ? dayText(day) : ''))).join(' – ');
}

function distinct(texts: readonly string[]): string[] {
  const tidy = texts.map((text) => text.trim().replaceAll(/\s+/g, ' '));
  return [...new Set(tidy)].filter((text) => text !== '');
}
