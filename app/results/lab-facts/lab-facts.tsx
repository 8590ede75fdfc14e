import { useState } from 'react';
import type { ChemicalKey } from '#app/toxicology/chemicals.ts';
import { isKnownServing } from '#app/toxicology/intake.ts';
import { Select } from '#app/ui/field.tsx';
import { ChemicalDialog } from './chemical-dialog.tsx';
import { LabCatDialog } from './lab-cat.tsx';
import { LabFactsTable } from './lab-facts-table.tsx';
import { LabLegend } from './lab-legend.tsx';
import type { LabColumn } from './lab-sample.ts';
import { unitsFor } from './lab-units.ts';
import { LAB_FACTS, UNKNOWN } from '#app/results/messages.ts';
import { useLabCat } from './use-lab-cat.ts';
import { useLabUnit } from './use-lab-unit.ts';

/**
 * The laboratory's results of a product, drawn as the label on a pack (spec §2 "Lab results
 * table"). `servingG` is grams and `servingUnit` what the product calls it, such as `1 cup`.
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
        {LAB_FACTS}
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
