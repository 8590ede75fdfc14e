import type { ChemicalKey } from './chemicals.ts';

/**
 * What a laboratory said of one chemical in one sample.
 * - `ok`: a number within the calibrated range.
 * - `below_loq`: reported as `<n`; present or not, less than n.
 * - `above_range`: reported as `>n`; at least n, and counted as n.
 * - `not_detected`: below a limit that was not stated.
 * - `not_tested`: no result (`NO RESULT` or an empty cell).
 */
export type MeasurementStatus = 'ok' | 'below_loq' | 'above_range' | 'not_detected' | 'not_tested';

export type Measurement = {
  readonly status: MeasurementStatus;
  /** ng/g: the value of `ok`, the lower bound of `above_range`, else null. */
  readonly valueNgG: number | null;
  /** ng/g: the limit of quantification of `below_loq`, else null. */
  readonly loqNgG: number | null;
  /** The text as the laboratory wrote it, spacing included. */
  readonly reported: string;
};

/** What was measured, however it was written. */
export type Finding = Omit<Measurement, 'reported'>;

/** The measurements of one sample; a chemical that is absent was not tested. */
export type SampleMeasurements = { readonly [K in ChemicalKey]?: Measurement };

type ParsedMeasurement =
  | { readonly ok: true; readonly measurement: Measurement }
  | { readonly ok: false; readonly reason: string };

/** ng/g: a gram of the pure chemical, which no sample can exceed. */
export const highestPossibleNgG = 1_000_000_000;

const plainNumber = /^\d+(\.\d+)?$/;

/**
 * Reads a reported concentration in ng/g: `17`, `17.5`, `<10`, `>60000`, `ND`, `NO RESULT` or
 * nothing. Signs, exponents, thousands separators, bare points and unknown words are refused
 * with a reason, because guessing at a laboratory's meaning would invent a result.
 */
export function parseMeasurement(reported: string): ParsedMeasurement {
  const text = reported.trim();
  const word = text.toUpperCase();
  if (word === '' || word === 'NO RESULT') return read(reported, 'not_tested', null, null);
  if (word === 'ND' || word === 'NOT DETECTED') return read(reported, 'not_detected', null, null);

  const sign = text.startsWith('<') || text.startsWith('>') ? text.charAt(0) : '';
  const digits = text.slice(sign.length).trim();
  const shown = JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
  if (!plainNumber.test(digits)) {
    return { ok: false, reason: `${shown} is not a number, "<number", ">number" or NO RESULT` };
  }
  const number = Number(digits);
  if (number > highestPossibleNgG) {
    return { ok: false, reason: `${shown} is more than the sample itself weighs` };
  }
  if (sign !== '' && number === 0) {
    return { ok: false, reason: `${shown} is a limit of zero` };
  }
  if (sign === '<') return read(reported, 'below_loq', null, number);
  if (sign === '>') return read(reported, 'above_range', number, null);
  return read(reported, 'ok', number, null);
}

/** The chemical was found, in a known or at least a known amount. */
export function isQuantified<M extends Finding>(m: M): m is M & { readonly valueNgG: number } {
  return (m.status === 'ok' || m.status === 'above_range') && m.valueNgG !== null;
}

/** The chemical was looked for and not found, or not enough of it to tell how much. */
export function isNonDetect(m: Finding): boolean {
  return m.status === 'below_loq' || m.status === 'not_detected';
}

function read(
  reported: string,
  status: MeasurementStatus,
  valueNgG: number | null,
  loqNgG: number | null,
): ParsedMeasurement {
  return { ok: true, measurement: { status, valueNgG, loqNgG, reported } };
}
