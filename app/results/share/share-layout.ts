import { present } from '#app/kit/assert.ts';
import { containerDrawings, measuringLines } from '#app/ui/container-drawings.ts';
import { lightPalette } from '#app/ui/palette.ts';
import { CANT_TELL, NOT_TESTED } from '#app/kit/facts.ts';
import { rangeTicks, rangeZones } from '#app/results/range-marks.ts';
import { riskBars } from '#app/results/risk-bars.ts';
import type { ShareCard, ShareTile } from './share-card.ts';
import { SHARE_HEIGHT_PX, SHARE_WIDTH_PX } from './share-size.ts';

/** An element as satori takes it. */
interface Drawn {
  type: string;
  props: Record<string, unknown>;
  key: null;
}
type Content = Drawn | string | null;

const { ink, inkSoft, inkFaint, line, accent, accentInk, accentWash } = lightPalette;
const levelInk = {
  High: lightPalette.danger,
  Medium: lightPalette.warn,
  Low: accentInk,
  [CANT_TELL]: lightPalette.warn,
  [NOT_TESTED]: inkFaint,
  'N/A': inkFaint,
};
const mono = { fontFamily: 'mono' };
const label = { ...mono, fontSize: 12, letterSpacing: 0.72, textTransform: 'uppercase' };

/** Where the limit stands on the scale, 0 to 100. */
const LIMIT_AT = present(
  rangeTicks.find(({ label: name }) => name === 'limit'),
  'the limit on the scale',
).at;

const TILE_GAP_PX = 14;
const MARGIN_PX = 36;
const TILE_HEIGHT_PX = 208;
const TILE_PADDING_PX = 16;
const CONTAINER_PX = 116;

/** The picture: a specimen's label on squared paper, a tile for each family, and where it comes from. */
export function shareLayout(card: ShareCard): Drawn {
  return row(
    {
      width: SHARE_WIDTH_PX,
      height: SHARE_HEIGHT_PX,
      backgroundColor: lightPalette.paper,
      position: 'relative',
    },
    squaredPaper(SHARE_WIDTH_PX, SHARE_HEIGHT_PX),
    column(
      {
        position: 'absolute',
        left: 0,
        top: 0,
        width: SHARE_WIDTH_PX,
        height: SHARE_HEIGHT_PX,
        padding: `26px ${MARGIN_PX}px 22px`,
        color: ink,
      },
      header(card),
      row(
        { gap: TILE_GAP_PX },
        ...card.tiles.map((one) => tile(one, tileWidthPx(card.tiles.length))),
      ),
      signature(card),
    ),
  );
}

function header({ number, name, reference, facts, shape }: ShareCard): Drawn {
  return row(
    { flexGrow: 1, justifyContent: 'space-between', gap: 24 },
    column(
      { flexGrow: 1, flexBasis: 0, minWidth: 0 },
      text({ ...label, color: inkSoft }, `Test report · ${number}`),
      text({ ...nameStyle(name), marginTop: 8 }, name),
      row(
        {
          ...mono,
          fontSize: 14,
          marginTop: 10,
          gap: '2px 10px',
          flexWrap: 'wrap',
          alignItems: 'center',
        },
        text(
          { color: accentInk, backgroundColor: accentWash, padding: '2px 8px', fontWeight: 500 },
          reference,
        ),
        text({ color: inkSoft }, facts),
      ),
    ),
    container(shape),
  );
}

/** The sizes of a name by its characters, so that any up to some 330 is there whole. */
const nameSizes = [
  { upTo: 26, fontSize: 42, lines: 2 },
  { upTo: 56, fontSize: 36, lines: 2 },
  { upTo: 96, fontSize: 28, lines: 3 },
  { upTo: 150, fontSize: 25, lines: 3 },
  { upTo: 210, fontSize: 22, lines: 4 },
  { upTo: Infinity, fontSize: 17, lines: 5 },
];

/** The product's name: the longer it is, the smaller; what is longer still ends in an ellipsis. */
export function nameStyle(name: string) {
  const { fontSize, lines } = present(
    nameSizes.find(({ upTo }) => name.length <= upTo),
    'a size for every name',
  );
  return {
    display: 'block',
    fontFamily: 'display',
    fontSize,
    lineHeight: 1.12,
    letterSpacing: -0.3,
    lineClamp: lines,
    wordBreak: 'break-word',
  };
}

function tileWidthPx(tiles: number): number {
  return (SHARE_WIDTH_PX - 2 * MARGIN_PX - (tiles - 1) * TILE_GAP_PX) / tiles;
}

const headlineInk = {
  no: lightPalette.danger,
  if_counted: lightPalette.warn,
  yes: accentInk,
  unknown: ink,
};

function tile({ family, headline, word, amount, remark, marks }: ShareTile, tilePx: number): Drawn {
  const markInk = levelInk[word];
  return column(
    {
      width: tilePx,
      height: TILE_HEIGHT_PX,
      padding: `11px ${TILE_PADDING_PX}px`,
      backgroundColor: lightPalette.paperRaised,
      border: `1px solid ${line}`,
      borderRadius: 5,
    },
    row(
      { justifyContent: 'space-between', alignItems: 'center' },
      text({ ...label, color: inkSoft }, family),
      row(
        { alignItems: 'center', gap: 5, color: markInk },
        levelMark(word, markInk),
        text({ fontFamily: 'display', fontSize: 16, lineHeight: 1.1 }, word),
      ),
    ),
    headline &&
      text(
        {
          fontFamily: 'display',
          fontSize: headline.text.length > 60 ? 13 : 15,
          lineHeight: 1.15,
          marginTop: 6,
          color: headlineInk[headline.tone],
        },
        headline.text,
      ),
    amount && amountLines(amount),
    marks && rangeBar(marks, tilePx),
    row(
      { flexGrow: 1, alignItems: 'flex-end' },
      text({ ...mono, fontSize: 11, lineHeight: 1.2, color: inkSoft }, remark),
    ),
  );
}

function amountLines({ figure, of }: NonNullable<ShareTile['amount']>): Drawn {
  return column(
    { ...mono, marginTop: 5 },
    text({ fontSize: figure.length > 20 ? 15 : 18, fontWeight: 500, lineHeight: 1.2 }, figure),
    text({ fontSize: 11, lineHeight: 1.2, color: inkSoft }, of),
  );
}

/** Whose picture it is, and where it comes from. */
function signature({ siteName, address, source }: ShareCard): Drawn {
  return row(
    {
      ...mono,
      fontSize: 13,
      marginTop: 16,
      justifyContent: 'space-between',
      alignItems: 'center',
      color: inkSoft,
    },
    row(
      { alignItems: 'center', gap: 8 },
      flask(),
      text({ color: ink, fontWeight: 500 }, siteName),
      text({}, address),
    ),
    text({}, source),
  );
}

function levelMark(word: ShareTile['word'], markInk: string): Drawn {
  const bars = riskBars(word).map(({ isFilled, ...place }) =>
    draw('rect', {
      ...place,
      fill: isFilled ? markInk : 'none',
      stroke: markInk,
    }),
  );
  return draw('svg', { viewBox: '0 0 17 14', width: 18, height: 15 }, ...bars);
}

const zoneFills = { Low: accentWash, Medium: lightPalette.warnWash, High: lightPalette.dangerWash };

/** As on the page: samples as a bar, what could not be seen hatched, the best estimate as a dot. */
function rangeBar(marks: NonNullable<ShareTile['marks']>, tilePx: number): Drawn {
  const widthPx = tilePx - 2 * TILE_PADDING_PX - 2;
  const x = (place: number) => 5 + (place / 100) * (widthPx - 10);
  const [left, right] = [x(marks.lower), x(marks.upper)];
  const band = { x: left, y: 4, width: right - left, height: 10 };
  const { warn } = lightPalette;
  const bar = draw(
    'svg',
    { viewBox: `0 0 ${widthPx} 18`, width: widthPx, height: 18 },
    ...rangeZones.map(({ level, from, to }) =>
      draw('rect', { x: x(from), y: 6, width: x(to) - x(from), height: 6, fill: zoneFills[level] }),
    ),
    right > left ? draw('path', { d: hatching(left, right), stroke: warn, fill: 'none' }) : null,
    right > left ? draw('rect', { ...band, fill: 'none', stroke: warn }) : null,
    draw('rect', {
      x: x(marks.least),
      y: 6,
      width: x(marks.most) - x(marks.least),
      height: 6,
      fill: accent,
    }),
    draw('path', { d: `M${x(LIMIT_AT)} 0V18`, stroke: ink, strokeWidth: 1.5 }),
    draw('circle', {
      cx: x(marks.estimate),
      cy: 9,
      r: 4.5,
      fill: ink,
      stroke: lightPalette.paperRaised,
    }),
  );
  const limit = { ...mono, fontSize: 11, lineHeight: 1, color: inkFaint };
  return column(
    { marginTop: 6, gap: 3 },
    bar,
    row(
      { marginLeft: x(LIMIT_AT) - 36, width: 72, justifyContent: 'center' },
      text(limit, 'limit'),
    ),
  );
}

/** Slanting strokes between two places, cut off at both. */
function hatching(left: number, right: number): string {
  const strokes: string[] = [];
  for (let foot = left - 10; foot < right; foot += 4) {
    const from = Math.max(foot, left);
    const to = Math.min(foot + 10, right);
    if (to > from) strokes.push(`M${from} ${14 - (from - foot)}L${to} ${14 - (to - foot)}`);
  }
  return strokes.join('');
}

function squaredPaper(width: number, height: number): Drawn {
  const lines: string[] = [];
  for (let x = 0.5; x < width; x += 18) lines.push(`M${x} 0V${height}`);
  for (let y = 0.5; y < height; y += 18) lines.push(`M0 ${y}H${width}`);
  return draw(
    'svg',
    {
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      style: { position: 'absolute', left: 0, top: 0 },
    },
    draw('path', { d: lines.join(''), stroke: accent, strokeOpacity: 0.13, fill: 'none' }),
  );
}

/** As on the report, where it has no photo. */
function container(shape: ShareCard['shape']): Drawn {
  const { paper, lines } = containerDrawings[shape];
  const inked = { stroke: accentInk, strokeWidth: 1.3, strokeLinejoin: 'round' };
  const measured = { stroke: accent, strokeWidth: 0.7, fill: 'none' };
  return draw(
    'svg',
    {
      viewBox: '6 4 75 82',
      width: (CONTAINER_PX * 75) / 82,
      height: CONTAINER_PX,
      style: { marginTop: -4 },
    },
    draw('path', { ...measured, d: measuringLines.axis, strokeDasharray: '6 2 1 2' }),
    draw('path', { ...measured, d: measuringLines.height }),
    ...paper.map((d) => draw('path', { ...inked, d, fill: lightPalette.paperRaised })),
    draw('path', { ...inked, d: lines, fill: 'none' }),
  );
}

/** The site's sign, as in `public/favicon.svg`. */
function flask(): Drawn {
  return draw(
    'svg',
    { viewBox: '5 3 22 26', width: 17, height: 20 },
    draw('path', {
      fill: accent,
      d: 'M9.6 20h12.8l2.4 4.6c.6 1.2-.2 2.4-1.5 2.4H8.7c-1.3 0-2.1-1.2-1.5-2.4z',
    }),
    draw('path', {
      fill: 'none',
      stroke: accentInk,
      strokeWidth: 2,
      strokeLinejoin: 'round',
      strokeLinecap: 'round',
      d: 'M12 5h8M13 5v8L7.2 24.6c-.6 1.2.2 2.4 1.5 2.4h14.6c1.3 0 2.1-1.2 1.5-2.4L19 13V5',
    }),
  );
}

function row(style: object, ...children: Content[]): Drawn {
  return draw(
    'div',
    { style: { display: 'flex', boxSizing: 'border-box', ...style } },
    ...children,
  );
}

function column(style: object, ...children: Content[]): Drawn {
  return row({ flexDirection: 'column', ...style }, ...children);
}

function text(style: object, content: string): Drawn {
  return { type: 'div', key: null, props: { style, children: content } };
}

function draw(type: string, props: object, ...children: Content[]): Drawn {
  return { type, key: null, props: { ...props, children: children.filter(Boolean) } };
}
