import { TILE_SHAPES } from '#app/ui/drawing.ts';
import { DrawnTile } from '#app/ui/drawn-tile.tsx';
import { Explained } from '#app/ui/explained.tsx';
import { Panel } from '#app/ui/panel.tsx';
import type { Scheme } from '#app/ui/read-tokens.ts';
import { WideTable } from '#app/ui/wide-table.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { SegmentedBar } from '#app/ui/segmented-bar.tsx';
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx';
import { Specimens } from './part.tsx';
import { FULL_FUNDING_DOLLARS, formatDollars, LEVEL_CENTS, LEVELS } from '#app/kit/money.ts';

const ONE = LEVEL_CENTS / 100;
const FULL = formatDollars(FULL_FUNDING_DOLLARS);

const bars = [
  { name: 'empty', filled: 0 },
  { name: 'within the first segment', filled: 140 },
  { name: 'one segment', filled: ONE },
  { name: 'two segments', filled: 2 * ONE },
  { name: 'full', filled: FULL_FUNDING_DOLLARS },
  { name: 'filled and planned', filled: ONE, planned: 300 },
  { name: 'filled and held', filled: ONE, held: 300 },
  { name: 'filled, planned and held', filled: 300, planned: 400, held: 250 },
];

/** The bar at every level and with every kind of filling, then the tall one. */
export function Bars() {
  return (
    <ul className="flex flex-col gap-4">
      {bars.map(({ name, ...amounts }) => (
        <li key={name}>
          <Specimens name={name}>
            <SegmentedBar
              label={`A bar: ${name}`}
              segments={LEVELS}
              total={FULL_FUNDING_DOLLARS}
              {...amounts}
            />
          </Specimens>
        </li>
      ))}
      <li>
        <Specimens name="tall">
          <SegmentedBar
            label="A tall bar: filled, planned and held"
            segments={LEVELS}
            total={FULL_FUNDING_DOLLARS}
            filled={300}
            planned={400}
            held={250}
            tall
          />
        </Specimens>
      </li>
    </ul>
  );
}

/** Every shape that a tile can have. */
export function Tiles() {
  return (
    <ul className="dev-tiles">
      {TILE_SHAPES.map((shape) => (
        <li key={shape}>
          <DrawnTile shape={shape} label={shape} />
        </li>
      ))}
    </ul>
  );
}

/** A panel, a rule label with and without its note, and a wide table, named by its scheme. */
export function Panels({ scheme }: { scheme: Scheme }) {
  return (
    <>
      <Panel as="div">
        <RuleLabel as="p" note="3 of 5">
          With a note
        </RuleLabel>
        <p className="mt-3 text-sm text-ink-soft">
          What belongs together lies on one sheet, a little above the page.
        </p>
      </Panel>
      <RuleLabel as="p">Without a note</RuleLabel>
      <WideTable label={`Samples, ${scheme}`} hint="more" className="rounded-md border border-line">
        <tbody>
          <tr>
            <th scope="row" className="px-3 py-2 text-left font-normal">
              DEHP (ng/g)
            </th>
            <td className="px-3 py-2 text-right">41.2</td>
          </tr>
        </tbody>
      </WideTable>
    </>
  );
}

/** An explained word, closed and open, and a sentence of which half is heard only. */
export function Explanations() {
  const word = (
    <Explained
      word="Limit of quantification"
      explanation="Below it the laboratory reports that the chemical was not measured."
    >
      <p className="font-mono text-sm">10 ng/g</p>
    </Explained>
  );
  return (
    <>
      <Specimens name="explained: closed until pointed at or focused">{word}</Specimens>
      <Specimens name="explained: open">
        <div className="dev-open">{word}</div>
      </Specimens>
      <Specimens name="visually hidden">
        <p>
          {formatDollars(ONE)} <VisuallyHidden>given of {FULL}</VisuallyHidden>
          <span aria-hidden="true" className="text-ink-faint">
            (and, read aloud only: “given of {FULL}”)
          </span>
        </p>
      </Specimens>
    </>
  );
}
