import type { ReactNode } from 'react';
import { href, Link } from 'react-router';
import type { Section } from '#app/prose/blocks.ts';
import { Prose } from '#app/prose/prose.tsx';
import { EXAMPLE_KEYS, type Examples, type WorkedExample } from './methodology-examples.ts';
import {
  CellTable,
  ChemicalTable,
  FactorTable,
  GapTable,
  LevelTable,
  LimitTable,
} from './methodology-tables.tsx';

/** A view's sections, each under its anchor. */
export function Sections({
  sections,
  examples,
}: {
  sections: readonly Section[];
  examples: Examples;
}) {
  const slots = slotsOf(examples);
  return sections.map(({ id, title, blocks }) => (
    <section key={id} aria-labelledby={id} className="border-t border-line pt-6">
      <h2 id={id} className="scroll-mt-24 text-xl sm:text-2xl">
        {title}
      </h2>
      <div className={`mt-4 flex flex-col gap-4 ${LOOKS[id] ?? LOOK}`}>
        <Prose blocks={blocks} slots={slots} Code={Formula} />
      </div>
    </section>
  ));
}

const LOOK = 'text-ink-soft [&>:is(p,ul)]:max-w-2xl';
/** What a reader must not take a level for stands apart. */
const LOOKS: Record<string, string> = {
  context:
    'max-w-2xl rounded-lg border-l-3 border-warn bg-warn-wash px-4 py-4 text-sm text-ink sm:px-5',
};

/** What the text leaves to be drawn, by its name there. */
function slotsOf(examples: Examples): Record<string, ReactNode> {
  return {
    cellTable: <CellTable />,
    meanFormula: <MeanFormula />,
    factorTable: <FactorTable />,
    levelTable: <LevelTable />,
    gapTable: <GapTable />,
    limitTables: (
      <>
        <LimitTable authority="EFSA" />
        <LimitTable authority="BfR" />
        <LimitTable authority="EPA" />
        <ChemicalTable />
      </>
    ),
    ...Object.fromEntries(
      EXAMPLE_KEYS.map((key) => [
        `${key}Example`,
        <Example key={key} example={examples[key]} isCalculation={!IN_SENTENCES.has(key)} />,
      ]),
    ),
  };
}

/** Examples whose lines are sentences and not figures. */
const IN_SENTENCES: ReadonlySet<string> = new Set(['share', 'unseen', 'disagreement']);

function MeanFormula() {
  return (
    <FormulaBox>
      mean = (<var>c</var>
      <sub>1</sub> + … + <var>c</var>
      <sub>k</sub>) ÷ <var>k</var>, over the <var>k</var> samples with a result
    </FormulaBox>
  );
}

/** A rule as a formula, each line on its own. */
function Formula({ text }: { text: string }) {
  return (
    <FormulaBox>
      {text.split('\n').map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </FormulaBox>
  );
}

function FormulaBox({ children }: { children: ReactNode }) {
  return (
    <div className="max-w-2xl overflow-x-clip rounded-md border-l-3 border-accent bg-paper-raised px-4 py-3 leading-relaxed tabular wrap-break-word text-ink">
      {children}
    </div>
  );
}

/** A worked example with the way to its report; nothing where there is none to show. */
function Example({
  example,
  isCalculation = false,
}: {
  example: WorkedExample | undefined;
  /** Figures line by line, in place of sentences. */
  isCalculation?: boolean;
}) {
  if (!example) return null;
  const originalId = String(example.originalId);
  return (
    <figure className="max-w-2xl rounded-lg border border-line bg-paper-raised px-4 py-3 sm:px-5">
      <figcaption className="text-sm">
        <span className="label mr-2 text-ink-faint">Example</span>
        <Link to={href('/plasticlist/:originalId', { originalId })} className="link">
          {example.name}
        </Link>
      </figcaption>
      <ul
        className={`mt-2 flex flex-col gap-1.5 text-ink text-sm ${isCalculation ? 'tabular' : ''}`}
      >
        {example.lines.map((line) => (
          <li key={line} className={isCalculation ? 'pl-4 -indent-4 wrap-break-word' : ''}>
            {unbroken(line)}
          </li>
        ))}
      </ul>
    </figure>
  );
}

/** Keeps an arrow with the word that it points at. */
function unbroken(line: string): string {
  return line.replaceAll('→ ', '→\u00a0');
}
