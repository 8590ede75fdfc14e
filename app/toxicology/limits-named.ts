import { grouped } from '#app/kit/text.ts';
import { limitFor } from './limits.ts';

/**
 * Which limits are meant by their short names, of what year and standing, from their records: once on
 * each page that uses them.
 */
export function limitsNamed(): string {
  const [efsa, epa, bfr] = (['EFSA', 'EPA', 'BfR'] as const).map((authority) =>
    limitFor('bpa', authority),
  );
  if (!efsa || !epa || !bfr) throw new Error('a limit for BPA is missing');
  const amount = (limit: typeof epa) =>
    `${grouped(limit.limitNgPerKgDay)} ng/kg of body weight a day`;
  return `For BPA, the U.S. (EPA) limit is the EPA’s reference dose of ${epa.year}, ${amount(epa)} (${epa.citation.number}); the German (BfR) limit is the value that the BfR proposed in ${bfr.year}, ${amount(bfr)} (${bfr.citation.number}); neither is a law. European limits are the EFSA’s tolerable daily intakes: for BPA, that of ${efsa.year}, ${amount(efsa)} (${efsa.citation.number}).`;
}
