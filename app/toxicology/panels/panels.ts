import type { Measurement } from '#app/toxicology/measurement.ts';
import { metals } from './metals.ts';
import type { TestPanel } from './panel.ts';
import { plastics } from './plastics.ts';

/** Every panel that a test can be funded for; the first is meant where none is named. */
export const panels = [plastics, metals] as const;

type PanelRecord = (typeof panels)[number];
export type PanelKey = PanelRecord['key'];

/** What a laboratory can have measured, by which results are stored. */
export type SubstanceKey = PanelRecord['substances' | 'others'][number]['key'];
/** By substance; what is absent was not tested. */
export type Measurements = { readonly [K in SubstanceKey]?: Measurement };

/** All that a laboratory can report for a panel, in the order of results. */
export function reportable({ substances, others }: PanelRecord) {
  return [...substances, ...others];
}

/** Of every panel. */
export const allSubstances = panels.flatMap(reportable);

const abbreviations = new Map<string, string>(
  allSubstances.map(({ key, abbreviation }) => [key, abbreviation]),
);

export function isSubstanceKey(text: string): text is SubstanceKey {
  return abbreviations.has(text);
}

/** As laboratories’ columns name it. */
export function abbreviationOf(key: SubstanceKey): string {
  return abbreviations.get(key) ?? key;
}

/**
 * The panel whose substances are named, by their keys or as columns of a file name them; the first where
 * none is, or several.
 */
export function panelNaming(names: readonly string[]): PanelRecord {
  const keys = new Set(names.map((name) => name.replace(/_ng_g$/, '').toLowerCase()));
  const [named = plastics, ...others] = panels.filter((panel) =>
    reportable(panel).some(({ key }) => keys.has(key)),
  );
  return others.length > 0 ? plastics : named;
}

export const PANEL_KEYS = panels.map(({ key }) => key);

/** The panel of a row; rows hold keys alone that are listed. */
export function panelOf(key: string): PanelRecord {
  const panel = panels.find((one) => one.key === key);
  if (!panel) throw new Error(`no panel has the key ${key}`);
  return panel;
}

/** The panel that an address or a form names; undefined where it names none. */
export function panelNamed(key: string | null | undefined): PanelRecord | undefined {
  return panels.find((one) => one.key === key);
}

/** What a new test of a panel is funded to, and how many samples that pays. */
export function priceOf({ sampleCents, samples }: Pick<TestPanel, 'sampleCents' | 'samples'>) {
  return { targetCents: sampleCents * samples, levels: samples };
}

/**
 * A test by the name of what is tested: the name alone of the first plastics test, as ever; `Rice
 * (metals)`, `Rice (plastic chemicals, round 2)`.
 */
export function testName({ name, panel = 'plastics', round = 1 }: TestNamed): string {
  if (panel === 'plastics' && round === 1) return name;
  return `${name} (${testedFor({ panel, round })})`;
}

/** The same without the name of what is tested: `metals`, `plastic chemicals, round 2`. */
export function testedFor({ panel = 'plastics', round = 1 }: Omit<TestNamed, 'name'>): string {
  return `${panelOf(panel).name}${round === 1 ? '' : `, round ${round}`}`;
}

interface TestNamed {
  name: string;
  panel?: string | undefined;
  round?: number | undefined;
}
