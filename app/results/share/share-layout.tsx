import type { CSSProperties, ReactNode } from 'react';
import { containerDrawings, measuringLines } from '#app/ui/container-drawings.ts';
import { lightPalette } from '#app/ui/palette.ts';
import { headInks, riskBars, wordLooks } from '#app/results/answers/looks.ts';
import {
  placeOnStrip,
  signPath,
  stripLimits,
  type FamilyStrip,
  type StripMark,
} from '#app/results/answers/strip-of.ts';
import { HOLDS, limitMarks } from '#app/results/answers/limit-words.ts';
import type { ShareCard, ShareTile } from './share-card.ts';
import { site } from '#app/site.ts';
import { SHARE_HEIGHT_PX, SHARE_WIDTH_PX } from './share-size.ts';

const { ink, inkSoft, inkFaint, line, accent, accentInk, accentWash, danger, warn } = lightPalette;
const wordInk = (word: ShareTile['word']) => lightPalette[wordLooks[word].ink];
const mono = { fontFamily: 'mono' };
const label = { ...mono, fontSize: 12, letterSpacing: 0.72, textTransform: 'uppercase' } as const;

const TILE_GAP_PX = 14;
const MARGIN_PX = 36;
const TILE_HEIGHT_PX = 234;
const TILE_PADDING_PX = 16;
const CONTAINER_PX = 116;

/** The picture: a specimen's label on squared paper, a tile for each family, and where it comes from. */
export function shareLayout(card: ShareCard) {
  const [width, height] = [SHARE_WIDTH_PX, SHARE_HEIGHT_PX];
  const padding = `16px ${MARGIN_PX}px`;
  return (
    <Row style={{ width, height, backgroundColor: lightPalette.paper, position: 'relative' }}>
      <SquaredPaper width={width} height={height} />
      <Column style={{ position: 'absolute', left: 0, top: 0, width, height, padding, color: ink }}>
        <Header {...card} />
        {card.sentence && <Sentence text={card.sentence} />}
        <Row style={{ gap: TILE_GAP_PX }}>
          {card.tiles.map((tile) => (
            <Tile key={tile.family} tile={tile} widthPx={tileWidthPx(card.tiles.length)} />
          ))}
        </Row>
        <Signature {...card} />
      </Column>
    </Row>
  );
}

function Header({ number, name, reference, facts, shape }: ShareCard) {
  const whose = { color: accentInk, backgroundColor: accentWash, padding: '2px 8px' };
  return (
    <Row style={{ flexGrow: 1, justifyContent: 'space-between', gap: 24 }}>
      <Column style={{ flexGrow: 1, flexBasis: 0, minWidth: 0 }}>
        <div style={{ ...label, color: inkSoft }}>{`Test report · ${number}`}</div>
        <div style={{ ...nameStyle(name), marginTop: 8 }}>{name}</div>
        <Row
          style={{
            ...mono,
            fontSize: 13,
            marginTop: 8,
            gap: '2px 10px',
            flexWrap: 'wrap',
            alignItems: 'center',
          }}
        >
          <div style={{ ...whose, fontWeight: 500 }}>{reference}</div>
          <div style={{ color: inkSoft }}>{facts}</div>
        </Row>
      </Column>
      <Container shape={shape} />
    </Row>
  );
}

/** The sizes of a name by its characters, so that any up to some 330 is there whole. */
const nameSizes = [
  { upTo: 26, fontSize: 42, lines: 2 },
  { upTo: 56, fontSize: 36, lines: 2 },
  { upTo: 96, fontSize: 28, lines: 3 },
  { upTo: 150, fontSize: 25, lines: 3 },
  { upTo: 210, fontSize: 22, lines: 4 },
];
const LONGEST = { fontSize: 17, lines: 5 };

/** The product's name: the longer it is, the smaller; what is longer still ends in an ellipsis. */
export function nameStyle(name: string): CSSProperties & { fontSize: number } {
  const { fontSize, lines } = nameSizes.find(({ upTo }) => name.length <= upTo) ?? LONGEST;
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

/** The longer, the smaller, so that it is there whole. */
function Sentence({ text }: { text: string }) {
  const fontSize = Math.min(18, Math.floor(Math.sqrt(165_000 / text.length)));
  const style = { fontFamily: 'display', fontSize, lineHeight: 1.25 };
  return <Row style={{ ...style, ...raised, height: TILE_HEIGHT_PX, padding: 16 }}>{text}</Row>;
}

const raised = {
  backgroundColor: lightPalette.paperRaised,
  border: `1px solid ${line}`,
  borderRadius: 5,
};

function Tile({ tile, widthPx }: { tile: ShareTile; widthPx: number }) {
  const { family, headline, ticks, word, amount, remark, strip } = tile;
  return (
    <Column
      style={{
        width: widthPx,
        height: TILE_HEIGHT_PX,
        padding: `8px ${TILE_PADDING_PX}px`,
        ...raised,
      }}
    >
      <Row style={{ justifyContent: 'space-between', alignItems: 'center' }}>
        <div style={{ ...label, color: inkSoft }}>{family}</div>
        <Row style={{ alignItems: 'center', gap: 5, color: wordInk(word) }}>
          <LevelMark word={word} />
          <div style={{ fontFamily: 'display', fontSize: 16, lineHeight: 1.1 }}>{word}</div>
        </Row>
      </Row>
      {headline && (
        <div
          style={{
            fontFamily: 'display',
            fontSize: headline.text.length > 60 ? 13 : 15,
            lineHeight: 1.15,
            marginTop: 6,
            color: lightPalette[headInks[headline.tone]],
          }}
        >
          {headline.text}
        </div>
      )}
      <Row style={{ ...mono, ...ticksStyle(ticks), marginTop: 4, lineHeight: 1.15 }}>
        {ticks.map(({ authority, verdict, holds }) => (
          <Row key={authority} style={{ gap: 4, color: verdict === 'above' ? danger : warn }}>
            {verdict === 'within' ? check : limitMarks[verdict].mark}
            <div style={{ color: ink }}>
              {holds === 'average' ? `${authority} ${HOLDS.average}` : authority}
            </div>
          </Row>
        ))}
      </Row>
      {amount && <AmountLines {...amount} />}
      {strip.marks.length > 0 && (
        <StripPicture {...strip} widthPx={widthPx - 2 * TILE_PADDING_PX - 2} />
      )}
      <Row style={{ flexGrow: 1, alignItems: 'flex-end' }}>
        <div style={{ ...mono, fontSize: 11, lineHeight: 1.2, color: inkSoft }}>{remark}</div>
      </Row>
    </Column>
  );
}

/** Where one says that it is on average, they take two lines. */
function ticksStyle(ticks: ShareTile['ticks']): CSSProperties {
  return ticks.some(({ holds }) => holds === 'average')
    ? { gap: '0 9px', flexWrap: 'wrap', fontSize: 14 }
    : { gap: 9, fontSize: 16 };
}

/** The fonts have none. */
const check = (
  <svg viewBox="0 0 12 21" width={11} height={18}>
    <path d="M1 12L4.5 16L11 6" stroke={accentInk} strokeWidth={2.2} fill="none" />
  </svg>
);

function AmountLines({ figure, of }: NonNullable<ShareTile['amount']>) {
  const fontSize = figure.length > 20 ? 15 : 18;
  return (
    <Column style={{ ...mono, marginTop: 3 }}>
      <div style={{ fontSize, fontWeight: 500, lineHeight: 1.2 }}>{figure}</div>
      <div style={{ fontSize: 11, lineHeight: 1.2, color: inkSoft }}>{of}</div>
    </Column>
  );
}

/** Whose picture it is, and where it comes from. */
function Signature({ address, source }: ShareCard) {
  const ends = { justifyContent: 'space-between', alignItems: 'center' };
  return (
    <Row style={{ ...mono, fontSize: 13, marginTop: 14, ...ends, color: inkSoft }}>
      <Row style={{ alignItems: 'center', gap: 8 }}>
        <Flask />
        <div style={{ color: ink, fontWeight: 500 }}>{site.name}</div>
        <div>{address}</div>
      </Row>
      <div>{source}</div>
    </Row>
  );
}

function LevelMark({ word }: Pick<ShareTile, 'word'>) {
  const stroke = wordInk(word);
  return (
    <svg viewBox="0 0 17 14" width={18} height={15}>
      {riskBars(word).map(({ isFilled, ...place }) => (
        <rect key={place.x} {...place} fill={isFilled ? stroke : 'none'} stroke={stroke} />
      ))}
    </svg>
  );
}

const STRIP_PX = 28;

/** As on the page, as `strip.tsx` draws it for style sheets. */
function StripPicture({ family, marks, widthPx }: FamilyStrip & { widthPx: number }) {
  const limits = stripLimits(family).map((one) => ({ ...one, x: (one.at / 100) * widthPx }));
  const stepPx = Math.min(8, (STRIP_PX - 2) / marks.length);
  const x = (ngPerKgDay: number) => (placeOnStrip(family, ngPerKgDay).at / 100) * widthPx;
  return (
    <Column style={{ marginTop: 4, gap: 2 }}>
      <Row style={{ ...mono, position: 'relative', height: 11, color: inkFaint }}>
        {limits.map(({ name, x }) => (
          <div
            key={name}
            style={{ position: 'absolute', left: Math.max(0, x - 14), fontSize: 11, lineHeight: 1 }}
          >
            {name}
          </div>
        ))}
      </Row>
      <svg viewBox={`0 0 ${widthPx} ${STRIP_PX}`} width={widthPx} height={STRIP_PX}>
        <path d={`M0 ${STRIP_PX - 0.5}H${widthPx}`} stroke={line} />
        <path
          d={limits.map(({ x }) => `M${x} 0V${STRIP_PX}`).join('')}
          stroke={ink}
          strokeWidth={1.5}
        />
        {marks.map((mark, index) => {
          const y = STRIP_PX / 2 + (index - (marks.length - 1) / 2) * stepPx;
          return <g key={index}>{pictureMark(mark, x, y, Math.min(3, stepPx / 2 - 0.5))}</g>;
        })}
      </svg>
    </Column>
  );
}

/** Satori knows no components within a drawing. */
function pictureMark(
  { kind, lower, upper, standing }: StripMark,
  x: (ngPerKgDay: number) => number,
  y: number,
  r: number,
) {
  const color = standing === 'within' ? accentInk : standing === 'above' ? danger : ink;
  const [from, to] = [x(lower), x(upper ?? Infinity)];
  const isFull = standing === 'within' || standing === 'above';
  const drawn = { stroke: color, fill: isFull ? color : lightPalette.paperRaised };
  const end = `M${to} ${y - r}V${y + r}`;
  if (kind === 'none' || kind === 'unseen') {
    const closed = `M0 ${y - r}H${to}V${y + r}H0Z`;
    const d = hatching(to, y - r, 2 * r) + (standing === 'within' ? closed : upper ? end : '');
    return <path d={d} stroke={color} fill="none" />;
  }
  if (kind === 'at_least') {
    return <path d={`M${from} ${y - r}L${from + 2 * r} ${y}L${from} ${y + r}Z`} {...drawn} />;
  }
  const sign = signPath(standing, r - 0.5);
  const line = `M${from} ${y}H${to}${to > from + 0.5 ? end : ''}`;
  return (
    <g strokeWidth={1.5}>
      <path d={line} stroke={color} />
      <path transform={`translate(${from} ${y})`} d={sign} {...drawn} />
    </g>
  );
}

/** Slanting strokes from the left to a place, cut off at both. */
function hatching(to: number, top: number, heightPx: number): string {
  const strokes: string[] = [];
  for (let foot = -heightPx; foot < to; foot += 4) {
    const [left, right] = [Math.max(foot, 0), Math.min(foot + heightPx, to)];
    const y = (x: number) => top + heightPx - (x - foot);
    if (right > left) strokes.push(`M${left} ${y(left)}L${right} ${y(right)}`);
  }
  return strokes.join('');
}

function SquaredPaper({ width, height }: { width: number; height: number }) {
  const lines: string[] = [];
  for (let x = 0.5; x < width; x += 18) lines.push(`M${x} 0V${height}`);
  for (let y = 0.5; y < height; y += 18) lines.push(`M0 ${y}H${width}`);
  const style = { position: 'absolute', left: 0, top: 0 } as const;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} style={style}>
      <path d={lines.join('')} stroke={accent} strokeOpacity={0.13} fill="none" />
    </svg>
  );
}

/** As on the report, where it has no photo. */
function Container({ shape }: Pick<ShareCard, 'shape'>) {
  const { paper, lines } = containerDrawings[shape];
  const inked = { stroke: accentInk, strokeWidth: 1.3, strokeLinejoin: 'round' } as const;
  const measured = { stroke: accent, strokeWidth: 0.7, fill: 'none' };
  return (
    <svg
      viewBox="6 4 75 82"
      width={(CONTAINER_PX * 75) / 82}
      height={CONTAINER_PX}
      style={{ marginTop: -4 }}
    >
      <path {...measured} d={measuringLines.axis} strokeDasharray="6 2 1 2" />
      <path {...measured} d={measuringLines.height} />
      {paper.map((d) => (
        <path key={d} {...inked} d={d} fill={lightPalette.paperRaised} />
      ))}
      <path {...inked} d={lines} fill="none" />
    </svg>
  );
}

/** The site's sign, as in `public/favicon.svg`. */
function Flask() {
  return (
    <svg viewBox="5 3 22 26" width={17} height={20}>
      <path
        fill={accent}
        d="M9.6 20h12.8l2.4 4.6c.6 1.2-.2 2.4-1.5 2.4H8.7c-1.3 0-2.1-1.2-1.5-2.4z"
      />
      <path
        fill="none"
        stroke={accentInk}
        strokeWidth={2}
        strokeLinejoin="round"
        strokeLinecap="round"
        d="M12 5h8M13 5v8L7.2 24.6c-.6 1.2.2 2.4 1.5 2.4h14.6c1.3 0 2.1-1.2 1.5-2.4L19 13V5"
      />
    </svg>
  );
}

/** Satori wants each element that holds several to say how it lays them out. */
function Row({ style, children }: { style: CSSProperties; children: ReactNode }) {
  return <div style={{ display: 'flex', boxSizing: 'border-box', ...style }}>{children}</div>;
}

function Column({ style, children }: { style: CSSProperties; children: ReactNode }) {
  return <Row style={{ flexDirection: 'column', ...style }}>{children}</Row>;
}
