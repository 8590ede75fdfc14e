import { useState, type ReactNode, useEffect, useRef } from 'react';
import { UNKNOWN } from '#app/catalogue/messages.ts';
import * as messages from '#app/results/messages.ts';
import { bodyWeights, efsaToddler, weightInPounds } from '#app/toxicology/body-weights.ts';
import type { ChemicalKey } from '#app/toxicology/chemicals.ts';
import { isKnownServing } from '#app/toxicology/intake.ts';
import { Select } from '#app/ui/field.tsx';
import { ChemicalDialog } from './chemical-dialog.tsx';
import { LabCatDialog } from './lab-cat.tsx';
import { LabFactsTable } from './lab-facts-table.tsx';
import type { LabColumn } from './merge-lab-samples.ts';
import { unitsFor, labUnitFor, type LabUnit } from './lab-units.ts';
import { useStored, writeStored } from '#app/platform/browser-storage.ts';

const [child] = bodyWeights;

const DIFFERENT_CHEMICALS = 3;

const DELAY_MS = 500;

/**
 * The laboratory's results of a product, drawn as the label on a pack. `servingG` is grams and `servingUnit` what the product calls it, such as `1 cup`.
 */
export function LabFacts({
  columns,
  servingG,
  servingUnit = null,
}: {
  columns: LabColumn[];
  servingG: number | null;
  servingUnit?: string | null;
}) {
  const [unit, chooseUnit] = useLabUnit(servingG);
  const [opened, setOpened] = useState<ChemicalKey | null>(null);
  const cat = useLabCat();

  function open(chemical: ChemicalKey) {
    setOpened(chemical);
    cat.noticeChemical(chemical);
  }

  return (
    <section
      aria-labelledby="lab-facts"
      className="@container rounded-lg border-2 border-ink bg-paper-raised p-3 @xl:p-5"
    >
      <h2
        id="lab-facts"
        className="border-b border-ink pb-1 font-sans text-2xl font-black tracking-tight @xl:text-4xl"
      >
        {messages.LAB_FACTS}
      </h2>
      <div className="grid items-end gap-x-8 gap-y-3 border-b-12 border-ink py-3 @xl:grid-cols-[minmax(0,1fr)_18rem]">
        <p className="flex flex-wrap justify-between gap-x-4 text-lg font-semibold">
          <span>Serving size</span>
          <span>{servingText(servingG, servingUnit)}</span>
        </p>
        <Select
          label="Unit"
          value={unit.key}
          onChange={(event) => chooseUnit(event.target.value)}
          className="noscript:hidden"
        >
          {unitsFor(servingG).map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      <LabFactsTable columns={columns} unit={unit} servingG={servingG} onOpen={open} />
      <LabLegend weightKg={unit.weightKg} />
      <ChemicalDialog chemical={opened} onClose={() => setOpened(null)} />
      <LabCatDialog open={cat.isOpen} onClose={cat.close} />
    </section>
  );
}

/** `1 cup (240 g)`, `240 g`, or that the weight is unknown: what a unit may call it is no help. */
function servingText(servingG: number | null, servingUnit: string | null): string {
  if (!isKnownServing(servingG)) return UNKNOWN;
  return servingUnit ? `${servingUnit} (${servingG} g)` : `${servingG} g`;
}

/** What the marks in the table mean; `weightKg` is that of the percents, null where none are. */
function LabLegend({ weightKg }: { weightKg: number | null }) {
  return (
    <dl className="mt-3 grid gap-x-8 gap-y-1.5 text-sm text-ink-soft @2xl:grid-cols-2">
      {weightKg !== null && (
        <Mark sign="%TDI">
          how much of EFSA’s daily limit (the tolerable daily intake, TDI) one serving a day uses,
          at a body weight of {weightInPounds(weightKg)}
          <span>
            {weightKg === child.weightKg &&
              `. That is this site’s child: EFSA’s own toddler weighs ${weightInPounds(efsaToddler.weightKg)}`}
          </span>
        </Mark>
      )}
      {weightKg !== null && (
        <Mark sign={messages.NO_TDI}>EFSA has set no daily limit (TDI) for this chemical</Mark>
      )}
      <Mark sign={messages.FOUND_BELOW_DECIMAL}>detected, but less than 0.1 in this unit</Mark>
      <Mark sign={messages.BELOW_LOQ}>less than the laboratory can measure, possibly none</Mark>
      <Mark sign=">">above the range that was measured; how much above is unknown</Mark>
      <Mark sign={messages.NOT_TESTED_DASH}>not tested</Mark>
    </dl>
  );
}

function Mark({ sign, children }: { sign: string; children: ReactNode }) {
  return (
    <div className="flex gap-3">
      <dt className="w-16 shrink-0 font-mono text-ink">{sign}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/**
 * Who looks up three different chemicals on one page view meets the cat, half a second after the
 * third, and once. `noticeChemical` is told of each that is looked up.
 */
function useLabCat() {
  const [isOpen, setOpen] = useState(false);
  const lookedUp = useRef(new Set<ChemicalKey>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function noticeChemical(chemical: ChemicalKey) {
    const before = lookedUp.current.size;
    const now = lookedUp.current.add(chemical).size;
    if (now === before || now !== DIFFERENT_CHEMICALS) return;
    timer.current = setTimeout(() => setOpen(true), DELAY_MS);
  }

  return { isOpen, close: () => setOpen(false), noticeChemical };
}

/** Under this name a browser keeps the unit that results were last read in. */
const LAB_UNIT_KEY = 'lab_results_unit';

/**
 * The unit of the results table and its setter. What the visitor chose is kept, also where this
 * product cannot offer it: the table then falls back to the default. The server renders the
 * default, and so does the first paint of a browser.
 */
function useLabUnit(servingG: number | null): [LabUnit, (key: string) => void] {
  const stored = useStored('localStorage', LAB_UNIT_KEY);
  const [chosen, setChosen] = useState<string | null>(null);

  function choose(key: string) {
    writeStored('localStorage', LAB_UNIT_KEY, key);
    setChosen(key);
  }

  return [labUnitFor(chosen ?? stored, servingG), choose];
}
