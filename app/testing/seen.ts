import type { LockedProduct } from '#app/catalogue/funding-columns.server.ts';
import { kindOf } from '#app/catalogue/kinds.ts';
import { isKnownServing } from '#app/toxicology/intake.ts';
import { usualPortion } from '#app/toxicology/metals/portion.ts';
import { seenBy } from '#app/toxicology/metals/sentences.ts';
import type { ByForm } from '#app/toxicology/metals/verdicts.ts';
import type { Registration } from './registration.ts';

/** What the question of an item's test follows from, as it is registered with it. */
export function eatenOf(row: LockedProduct): Pick<Registration, 'servingG' | 'kind' | 'asFedPerG'> {
  const kind = kindOf(row.itemOf ?? row.id)?.key;
  const { servingSizeG: grams, asFedPerG } = row;
  return {
    ...(isKnownServing(grams) && { servingG: grams }),
    ...(kind && { kind }),
    ...(asFedPerG !== null && { asFedPerG }),
  };
}

/** What a test for metals can see by what is registered of it. */
export function seenOf(asked: Partial<Registration>) {
  const portion = usualPortion(asked.kind ?? null, asked.servingG ?? null, asked.asFedPerG);
  return seenBy(limitsByForm(asked.limits), portion);
}

/** Registered limits of quantification, in ng/g. */
export function limitsByForm(limits: Registration['limits'] = {}): ByForm<number> {
  return Object.fromEntries(
    Object.entries(limits).map(([name, ugKg]) => [name.toLowerCase(), ugKg]),
  );
}
