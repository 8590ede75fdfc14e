import { lightPalette } from '#app/ui/palette.ts';
import type { FundingCard } from './product-card.ts';
import {
  column,
  container,
  draw,
  label,
  mono,
  nameStyle,
  row,
  sheet,
  signature,
  text,
  type Drawn,
} from './share-layout.ts';
import { SHARE_WIDTH_PX } from './share-size.ts';

const { ink, inkSoft, inkFaint, accent, accentInk, paperSunk, paperRaised, line } = lightPalette;

const BAR_GAP_PX = 6;
const BAR_HEIGHT_PX = 22;
const PANEL_PADDING_PX = 22;
const BARS_WIDTH_PX = SHARE_WIDTH_PX - 72 - 2 * PANEL_PADDING_PX - 2;

/** The picture of a product to fund: its name, why, how far it is, and where to give. */
export function productLayout(card: FundingCard): Drawn {
  const { number, name, brand, shape, amount, lines, contributors, levels } = card;
  return sheet(
    row(
      { flexGrow: 1, justifyContent: 'space-between', gap: 24 },
      column(
        { flexGrow: 1, flexBasis: 0, minWidth: 0 },
        text({ ...label, color: inkSoft }, [number, brand].filter(Boolean).join(' / ')),
        text({ ...nameStyle(name), marginTop: 8 }, name),
      ),
      container(shape),
    ),
    column(
      {
        padding: `18px ${PANEL_PADDING_PX}px`,
        backgroundColor: paperRaised,
        border: `1px solid ${line}`,
        borderRadius: 5,
      },
      row(
        { ...mono, justifyContent: 'space-between', alignItems: 'flex-end', gap: 16 },
        text(
          { fontFamily: 'display', fontSize: amount ? 34 : 25, lineHeight: 1.15, color: ink },
          amount ?? lines[0] ?? '',
        ),
        text({ fontSize: 14, color: inkSoft, flexShrink: 0 }, contributors),
      ),
      bars(levels),
      ...(amount ? lines : []).map((said) =>
        text({ ...mono, fontSize: 17, lineHeight: 1.35, color: accentInk }, said),
      ),
    ),
    signature(card, card.call),
  );
}

function bars(levels: number[]): Drawn {
  const widthPx = (BARS_WIDTH_PX - (levels.length - 1) * BAR_GAP_PX) / levels.length;
  const frame = { y: 0.5, height: BAR_HEIGHT_PX - 1, rx: 3 };
  return draw(
    'svg',
    {
      viewBox: `0 0 ${BARS_WIDTH_PX} ${BAR_HEIGHT_PX}`,
      width: BARS_WIDTH_PX,
      height: BAR_HEIGHT_PX,
      style: { marginTop: 12, marginBottom: 12 },
    },
    ...levels.flatMap((filled, at) => {
      const x = at * (widthPx + BAR_GAP_PX);
      return [
        draw('rect', { ...frame, x, width: widthPx, fill: paperSunk }),
        filled > 0 ? draw('rect', { ...frame, x, width: widthPx * filled, fill: accent }) : null,
        draw('rect', { ...frame, x, width: widthPx, fill: 'none', stroke: inkFaint }),
      ];
    }),
  );
}
