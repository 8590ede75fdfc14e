import { chemicals } from '#app/toxicology/chemicals.ts';
import type { Measurement, SampleMeasurements } from '#app/toxicology/measurement.ts';
import type { Concentration, ReportSample } from '#app/results/tested-schema.ts';

/** The measurements that a report states, so that a page works with what it shows. */
export function reportMeasurements(samples: readonly ReportSample[]): SampleMeasurements[] {
  return samples.map(({ test_results: [result] }) =>
    Object.fromEntries(
      chemicals.map(({ key }) => [key, measurementOf(result?.[`${key}_ng_g`] ?? null)]),
    ),
  );
}

/** The other way round than `concentrationOf`. */
export function measurementOf(concentration: Concentration): Measurement {
  const reported = String(concentration ?? '');
  const figure = Number(reported.replace(/^[<>]/, ''));
  if (concentration === null) return read('not_tested', null, null);
  if (reported.startsWith('<')) return read('below_loq', null, figure);
  if (reported.startsWith('>')) return read('above_range', figure, null);
  return typeof concentration === 'number'
    ? read('ok', concentration, null)
    : read('not_detected', null, null);

  function read(status: Measurement['status'], valueNgG: number | null, loqNgG: number | null) {
    return { status, valueNgG, loqNgG, reported };
  }
}
