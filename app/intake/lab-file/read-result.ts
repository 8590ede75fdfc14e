import { BASIS, LIMIT_KINDS, UNITS } from './lab-columns.ts';

/** A result as a file has it, with the limit that stands beside it, if any. */
interface Written {
  readonly text: string;
  readonly limit: string;
  /** The power of ten that makes ng/g of both. */
  readonly power: number;
  readonly isSpike: boolean;
}

const NUMBER = /^\d+(?:\.\d+)?(?:[eE][+-]?\d{1,2})?$/;
const WHAT_TO_WRITE =
  'write a number such as 0.5, "<" or ">" and a number, ND where it was not detected, or NR where it was not tested';

/** Reads one result; nothing is guessed, so whatever is not documented is refused with what to write. */
export function readResult({ text, limit, power, isSpike }: Written) {
  if (text === '') return refused(`is empty: ${WHAT_TO_WRITE}`);
  if (text === 'NR' || text === 'NO RESULT') return taken('NO RESULT');
  if (limit !== '' && (!NUMBER.test(limit) || Number(limit) === 0)) {
    return refused(`has the limit ${shown(limit)}: write a number above 0`);
  }
  if (isSpike && /^\d+(?:\.\d+)?%$/.test(text)) return taken(text);
  if (text === 'ND') return taken(limit === '' ? 'ND' : `<${shifted(limit, power)}`);
  const sign = /^[<>]/.exec(text)?.[0] ?? '';
  const number = text.slice(sign.length);
  if (!NUMBER.test(number)) return refused(`is ${shown(text)}: ${WHAT_TO_WRITE}`);
  if (sign !== '' && Number(number) === 0)
    return refused(`is ${shown(text)}: write the limit, or ND`);
  if (sign === '<' && limit !== '' && Number(limit) !== Number(number)) {
    return refused(`is ${shown(text)} beside the limit ${limit}: write the same number in both`);
  }
  if (sign === '>' && limit !== '' && Number(number) < Number(limit)) {
    return refused(`is ${shown(text)} beside the limit ${limit}: correct one of them`);
  }
  const isBelowLimit =
    sign === '' && limit !== '' && Number(number) > 0 && Number(number) < Number(limit);
  return taken(sign + shifted(number, power), isBelowLimit);
}

/** Whether two texts say the same result: `<0.50` is `<0.5`, and `1.2E3` is `1200`. */
export function saysTheSame(one: string, other: string): boolean {
  const plain = (text: string) => {
    const tidy = text.replaceAll(/\s/g, '').toUpperCase();
    const [, sign = '', number = ''] = /^([<>]?)(.*)$/.exec(tidy) ?? [];
    return NUMBER.test(number) ? `${sign}${Number(number)}` : tidy;
  };
  return plain(one) === plain(other);
}

/** Why what a line states of its results is refused. */
export function statedReasons(unit: string, limitKind: string, basis: string): string[] {
  const reasons = [
    !(unit in UNITS) &&
      `unit is ${shown(unit)}: write ng/g, µg/kg, or mg/kg, and ask the laboratory for results by weight where it gave others`,
    !LIMIT_KINDS.includes(limitKind) &&
      `limit_kind is ${shown(limitKind)}: write LOQ for limits of quantification or RL for reporting limits. Ask the laboratory for these where it gave limits of detection`,
    basis !== BASIS &&
      `basis is ${shown(basis)}: write "${BASIS}". Ask the laboratory for results by the weight of the product as it was bought where it gave others`,
  ];
  return reasons.filter((reason) => reason !== false);
}

/** A number times a power of ten, digit for digit: `41.5`, 3 is `41500`, and `1.2E+3`, 0 is `1200`. */
function shifted(number: string, power: number): string {
  const [mantissa = '', exponent = '0'] = number.toLowerCase().split('e');
  const by = power + Number(exponent);
  if (by === 0) return mantissa;
  const [whole = '', part = ''] = mantissa.split('.');
  const digits = whole + part;
  const point = whole.length + by;
  const before = point > 0 ? digits.slice(0, point).padEnd(point, '0') : '0';
  const after = point > 0 ? digits.slice(point) : '0'.repeat(-point) + digits;
  const [left, right] = [before.replace(/^0+(?=\d)/, ''), after.replace(/(?<!0)0+$/, '')];
  return right === '' ? left : `${left}.${right}`;
}

/** `ngG`: as a file of PlasticList's has it; `isBelowLimit`: a number under the limit beside it. */
function taken(ngG: string, isBelowLimit = false) {
  return { ok: true as const, ngG, isBelowLimit };
}

function refused(reason: string) {
  return { ok: false as const, reason };
}

function shown(text: string): string {
  if (text === '') return 'empty';
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
