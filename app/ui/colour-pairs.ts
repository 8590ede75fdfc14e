/** WCAG 2.2: 1.4.3 for text of any size, 1.4.11 for controls, focus rings and graphics. */
const TEXT_RATIO = 4.5;
const MARK_RATIO = 3;

/** Two tokens that meet, the one in front first, and the ratio they must reach. */
interface ColourPair {
  front: string;
  behind: string;
  ratio: number;
}

/** What may lie behind anything: paper at three heights, and the washes of tags and notices. */
export const surfaces = [
  'paper',
  'paper-raised',
  'paper-sunk',
  'accent-wash',
  'danger-wash',
  'warn-wash',
];

/** What may be written on every surface, so that a text can be moved without a second thought. */
export const texts = ['ink', 'ink-soft', 'ink-faint', 'accent-ink', 'danger', 'warn'];

/** Frames of controls, fills and strokes of drawings: to be made out on every surface. */
export const marks = ['line-strong', 'accent'];

/** What shows the wrong way round: light on dark by day. */
const reversed: ColourPair[] = [
  { front: 'on-accent', behind: 'accent-ink', ratio: TEXT_RATIO },
  { front: 'paper', behind: 'ink', ratio: TEXT_RATIO },
  { front: 'paper-raised', behind: 'ink', ratio: TEXT_RATIO },
];

/** Carries no meaning alone, hence has no ratio to reach: each with what it does. */
export const decoration: Record<string, string> = {
  line: 'hairlines between what space already parts',
  grid: 'squared paper behind drawings',
  edge: 'shade where a sheet scrolls on',
  veil: 'what lies over the page behind a dialog',
};

/** Every pair in use. */
export const colourPairs: ColourPair[] = [
  ...surfaces.flatMap((behind) => [
    ...texts.map((front) => ({ front, behind, ratio: TEXT_RATIO })),
    ...marks.map((front) => ({ front, behind, ratio: MARK_RATIO })),
  ]),
  ...reversed,
];
