import type { ReactNode } from 'react';
import type { Section } from '#app/prose/blocks.ts';
import { Prose } from '#app/prose/prose.tsx';
import {
  CellTable,
  ChemicalTable,
  FactorTable,
  GapTable,
  LevelTable,
  LimitTable,
  MetalLimitTable,
} from './methodology-tables.tsx';

/** A view's sections, each under its anchor. */
export function Sections({ sections }: { sections: readonly Section[] }) {
  return sections.map(({ id, title, blocks }) => (
    <section key={id} aria-labelledby={id} className="border-t border-line pt-6">
      <h2 id={id} className="scroll-mt-24 text-xl sm:text-2xl">
        {title}
      </h2>
      <div className={`mt-4 flex flex-col gap-4 ${LOOKS[id] ?? LOOK}`}>
        <Prose blocks={blocks} slots={SLOTS} Code={Formula} />
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
export const SLOTS: Record<string, ReactNode> = {
  cellTable: <CellTable />,
  meanFormula: <MeanFormula />,
  factorTable: <FactorTable />,
  levelTable: <LevelTable />,
  gapTable: <GapTable />,
  metalLimitTable: <MetalLimitTable />,
  limitTables: (
    <>
      <LimitTable authority="EFSA" />
      <LimitTable authority="BfR" />
      <LimitTable authority="EPA" />
      <ChemicalTable />
    </>
  ),
};

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
