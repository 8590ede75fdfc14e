/** Measured drawings on a field of 96 by 96, by what a product comes in: paths of paper, then of lines alone. */
export const containerDrawings = {
  jar: {
    paper: [
      'M30 28h36c5 2 7 6 7 11v34c0 4-3 7-7 7H30c-4 0-7-3-7-7V39c0-5 2-9 7-11z',
      'M29 16h38v12H29zM29 20h38M29 24h38',
    ],
    lines: 'M23 44h50M23 68h50M32 52h32M32 57h22M32 62h27',
  },
  bottle: {
    paper: [
      'M42 22h12v11c0 5 11 8 11 17v25c0 3-2 5-5 5H36c-3 0-5-2-5-5V50c0-9 11-12 11-17z',
      'M40 16h16v6H40z',
    ],
    lines: 'M31 53h34M31 70h34M38 59h20M38 64h13',
  },
  box: {
    paper: ['M27 26h34v54H27z', 'M61 26l10-9v53l-10 10zM27 26l10-9h34l-10 9z'],
    lines: 'M33 36h22M33 41h15M33 54h22v18H33zM44 54v18',
  },
  pouch: {
    paper: [
      'M28 16h40v6c-2 5-3 9-3 14 0 13 5 25 5 38 0 3-1 6-3 6H29c-2 0-3-3-3-6 0-13 5-25 5-38 0-5-1-9-3-14z',
    ],
    lines:
      'M28 22h40M32 16v6M36 16v6M40 16v6M44 16v6M52 16v6M56 16v6M60 16v6M64 16v6M38 42h20M38 47h13M36 58c6-5 18-5 24 0-6 6-18 6-24 0z',
  },
  can: {
    paper: ['M26 23v50c0 4 10 7 22 7s22-3 22-7V23', 'M26 23a22 7 0 1 0 44 0a22 7 0 1 0 -44 0z'],
    lines:
      'M31 23a17 4.5 0 1 0 34 0a17 4.5 0 1 0 -34 0zM26 35c0 4 10 7 22 7s22-3 22-7M26 65c0 4 10 7 22 7s22-3 22-7M36 51h24M36 56h16',
  },
  cup: {
    paper: ['M27 24h42l-6 53c0 2-2 3-4 3H37c-2 0-4-1-4-3z', 'M24 16h48v8H24z'],
    lines: 'M29 38h38M31 62h34M38 46h20M38 51h13',
  },
  tube: {
    paper: ['M31 16h34v5l-7 45H38l-7-45z', 'M38 66h20v14H38zM42 66v14M46 66v14M50 66v14M54 66v14'],
    lines: 'M31 21h34M41 31h14M42 36h9M41 47h14',
  },
  tray: {
    paper: ['M20 38h56l-6 34c-1 5-3 8-7 8H33c-4 0-6-3-7-8z', 'M17 32h62v6H17z'],
    lines: 'M24 32c4-10 13-16 24-16s20 6 24 16M34 50h28M35 56h18',
  },
  carton: {
    paper: ['M30 36h36v44H30z', 'M30 36l7-15h22l7 15z', 'M37 16h22v5H37z'],
    lines: 'M37 21l5 15M59 21l-5 15M30 42h36M37 52h22M37 57h14M37 68h22M37 73h22',
  },
  produce: {
    paper: [
      'M48 34c6-5 15-5 20 1 6 8 3 23-4 35-4 7-10 11-16 9-6 2-12-2-16-9-7-12-10-27-4-35 5-6 14-6 20-1z',
      'M50 27c2-7 8-10 15-9-1 6-7 10-15 9z',
    ],
    lines: 'M48 35c0-7-1-13-4-19M42 39c4 2 8 2 12 0M33 46c-1 6 1 14 4 20M39 69l1 1',
  },
  takeout: {
    paper: ['M24 40h48l-7 40H31z', 'M24 40l7-11h34l7 11z'],
    lines: 'M33 33C34 11 62 11 63 33M31 29l6 11M65 29l-6 11M38 54h20M40 60h16M41 66h9',
  },
} satisfies Record<string, { paper: string[]; lines: string }>;

/** What a product comes in, as it is drawn where its photo is missing. */
export type TileShape = keyof typeof containerDrawings;

/** Of each: its centre line, then its height as a draughtsman would mark it. */
export const measuringLines = { axis: 'M48 6v84', height: 'M13 16v64M10.5 16h5M10.5 80h5' };

/**
 * Every drawing in one SVG, each under the name of its shape: its colors are those of the page that
 * uses it.
 */
export function drawingsSheet(): string {
  const ink = 'fill="none" stroke="var(--color-accent-ink)" stroke-width="1.4"';
  const round = 'stroke-linejoin="round" stroke-linecap="round"';
  const path = (d: string, more = '') =>
    `<path vector-effect="non-scaling-stroke" d="${d}"${more}/>`;
  const measured = [
    '<g stroke="var(--color-accent)" stroke-width="0.75">',
    path(measuringLines.axis, ' stroke-dasharray="6 2 1 2"'),
    path(measuringLines.height),
    '</g>',
  ].join('');
  const drawn = Object.entries(containerDrawings).map(([shape, { paper, lines }]) => {
    const sheets = paper.map((d) => path(d, ' fill="var(--color-paper-raised)"')).join('');
    return `<g id="${shape}" ${ink} ${round}>${measured}${sheets}${path(lines)}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">${drawn.join('')}</svg>`;
}
