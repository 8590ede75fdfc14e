import { fundingStands } from '#app/catalogue/funding-words.ts';
import type { Product } from '#app/catalogue/product-schema.ts';
import { fetchMarks, type FamilyMarks } from '#app/results/mini-strips.tsx';
import type { RiskLevelRow } from '#app/results/tested-schema.ts';
import { ask } from '#app/http/ask.ts';
import { keepSaved, savedNow, today, type Saved } from './saved.ts';
import { testName } from '#app/toxicology/panels/panels.ts';

/** What is saved, and what it says now. */
export interface Shelved {
  /** As it was seen last. */
  saved: Saved;
  /** gone: nothing has this number anymore. failed: it could not be loaded. */
  is: 'tested' | 'untested' | 'gone' | 'failed';
  name: string;
  says: string;
  /** Of a tested one. */
  risk?: RiskLevelRow;
  marks?: FamilyMarks;
  /** Of one to fund. */
  product?: Product;
}

/**
 * The shelf as it is now, in the order of saving. Each is asked for as its own page does it; what it
 * says is kept, to tell the next visit what has changed since.
 */
export async function loadShelf(signal: AbortSignal): Promise<Shelved[]> {
  const shelf = await Promise.all(savedNow().map((saved) => lookUp(saved, signal)));
  if (!signal.aborted) keepSeen(shelf);
  return shelf;
}

function keepSeen(shelf: readonly Shelved[]): void {
  const before = savedNow();
  if (before.length === 0) return;
  const seen = new Map(shelf.map((one) => [one.saved.id, one]));
  const after = before.map((saved): Saved => {
    const { is, name, says } = seen.get(saved.id) ?? { is: 'failed' };
    if (is !== 'tested' && is !== 'untested') return saved;
    return { ...saved, name, says, isTested: is === 'tested', seenOn: today() };
  });
  keepSaved(after);
}

async function lookUp(saved: Saved, signal: AbortSignal): Promise<Shelved> {
  const { name, says } = saved;
  const id = String(saved.id);
  const missing = (status?: number) => {
    return { saved, name, says, is: status === 404 ? ('gone' as const) : ('failed' as const) };
  };
  const product = saved.isTested
    ? undefined
    : await ask('get /api/products/{id}', { params: { id }, signal });
  if (product?.ok === false) return missing(product.status);
  const untested = product && {
    saved,
    is: 'untested' as const,
    name: testName(product.body),
    says: fundingStands(product.body),
    product: product.body,
  };
  if (untested && product.body.testing_status !== 'Tested') return untested;
  const [report, marks] = await Promise.all([
    ask('get /api/plasticlist/{original_id}', { params: { original_id: id }, signal }),
    fetchMarks([saved.id], signal),
  ]);
  if (!report.ok) {
    const metals = await ask('get /api/plasticlist', { query: { panel: 'metals', id }, signal });
    const [test] = metals.ok ? metals.body.items : [];
    if (test) return { saved, is: 'tested', name: test.name, says: test.sentence };
    return untested ?? missing(report.status);
  }
  const { risk } = report.body;
  return {
    saved,
    is: 'tested',
    name: report.body.name,
    says: risk.sentence,
    risk,
    marks: marks[saved.id],
  };
}
