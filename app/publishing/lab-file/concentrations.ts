import { shifted } from './units.ts';

/** How a file writes numbers: which sign ends the whole part. */
export type DecimalSign = '.' | ',' | undefined;

/** What a laboratory wrote of one chemical in one sample, in pieces that may stand in cells of their own. */
interface Written {
  readonly result: string;
  /** The reporting limit, where the file states one beside. */
  readonly limit: string;
  readonly flag: string;
  /** The power of ten that makes ng/g of the result, and that of the limit. */
  readonly power: number;
  readonly limitPower: number;
}

/** What a reading takes for granted, for a person to confirm. */
export type Taken = 'no-limit' | 'blank-cell' | 'below-limit' | `flag ${string}`;

type ReadResult =
  | { readonly ok: true; readonly ngG: string; readonly taken: readonly Taken[] }
  /** Why it can't be read, and what to write instead. */
  | { readonly ok: false; readonly reason: string };

const NOT_TESTED =
  /^(?:n\.?\/?a\.?|n\.?r\.?|n\.?t\.?|not (?:tested|analy[sz]ed|reported|requested)|no result|-+|—|–)$/i;
const NOT_DETECTED =
  /^(?:n\.?d\.?|not detected|none detected|u|bdl|brl|bql|<\s*(?:lod|loq|mdl|rl|mrl|pql|dl|lor)|below (?:the )?(?:lod|loq|rl|mdl|reporting limit|detection limit))$/i;
const BELOW_NAMED = /^(?:<|below|bql|brl|bdl)/i;

/**
 * Reads a concentration as laboratories write them, and says it in ng/g as a file of the site's own
 * format does: a number, `<` or `>` and one, `ND`, or `NO RESULT`.
 */
export function readConcentration(
  { result, limit, flag, power, limitPower }: Written,
  sign: DecimalSign,
): ReadResult {
  const text = tidy(result);
  const flags = tidy(flag).toUpperCase();
  const isFlaggedBelow = flags.split(/[\s,;/]+/).some((one) => /^(?:ND|U[A-Z*]?|<)$/.test(one));
  if (text === '' && !isFlaggedBelow) return read('NO RESULT', ['blank-cell']);
  if (NOT_TESTED.test(text)) return read('NO RESULT');
  const stated = limit.trim() === '' ? undefined : readNumber(tidy(limit).replace(/^</, ''), sign);
  if (stated && !stated.ok) return refused(`the limit ${stated.reason}`);
  const lowest =
    stated && Number(stated.number) > 0 ? shifted(stated.number, limitPower) : undefined;
  const below = lowest && `<${lowest}`;
  if (text === '' || NOT_DETECTED.test(text)) {
    if (below) return read(below);
    if (BELOW_NAMED.test(text)) {
      return refused(
        `${shown(text)} names no limit: write "<" and the limit, such as "<0.5", or add a column with the limits`,
      );
    }
    return read('ND', ['no-limit']);
  }
  const [, comparison = '', digits = '', letters = ''] =
    /^([<>≤≥]?)\s*([\d.,'’\s]*\d[.,]?(?:\s?[eE][+-]?\d{1,2})?|[.,]\d+)\s*([A-Za-z]{0,2})$/.exec(
      text,
    ) ?? [];
  if (digits === '')
    return refused(
      `${shown(text)} is not a concentration: write a number, "<" and the limit, ND, or NR where it was not tested`,
    );
  const number = readNumber(digits, sign);
  if (!number.ok) return refused(number.reason);
  const marks = new Set(
    `${letters.toUpperCase()}${flags.replaceAll(/\bND\b/g, '')}`.replaceAll(/[^A-Z*]/g, ''),
  );
  const taken = [...marks].flatMap((mark): Taken[] => (mark === 'U' ? [] : [`flag ${mark}`]));
  const ngG = shifted(number.number, power);
  if (comparison === '<' || comparison === '≤' || isFlaggedBelow || marks.has('U')) {
    if (Number(number.number) === 0)
      return refused(`${shown(text)} is a limit of zero: write the limit, such as "<0.5", or ND`);
    return read(`<${ngG}`, taken);
  }
  const isUnmarked = !marks.has('J') && Number(ngG) > 0 && lowest && Number(ngG) < Number(lowest);
  if (isUnmarked) taken.push('below-limit');
  return read(comparison !== '' || marks.has('E') ? `>${ngG}` : ngG, taken);
}

/** Which sign ends the whole part in these numbers; `mixed` where they contradict each other. */
export function decimalSignOf(numbers: readonly string[]): DecimalSign | 'mixed' {
  const signs = new Set(numbers.flatMap((written) => signOf(written) ?? []));
  if (signs.size > 1) return 'mixed';
  return [...signs][0];
}

function signOf(written: string): '.' | ',' | undefined {
  const run = tidy(written)
    .match(/[\d.,'’\s]+/g)
    ?.find((one) => /\d/.test(one));
  const text = /.*\d[\d.,]*/.exec(run ?? '')?.[0].replaceAll(/['’\s]/g, '') ?? '';
  const [point, comma] = [text.lastIndexOf('.'), text.lastIndexOf(',')];
  if (point >= 0 && comma >= 0) return point > comma ? '.' : ',';
  const at = Math.max(point, comma);
  if (at < 0) return undefined;
  const own = point >= 0 ? '.' : ',';
  const isRepeated = text.indexOf(own) !== at;
  if (isRepeated) return own === '.' ? ',' : '.';
  // Three digits behind and one to three before it may be thousands, unless a zero leads.
  const isOpen = /^[1-9]\d{0,2}[.,]\d{3}$/.test(text);
  // A point before three digits is a decimal point wherever results are in English: it says nothing.
  return isOpen ? undefined : own;
}

type NumberRead = { ok: true; number: string } | { ok: false; reason: string };

/** A plain number, such as `1240.5`, of one as it was written: `1,240.5`, `1.240,5`, `1.2405E+3`. */
function readNumber(written: string, sign: DecimalSign): NumberRead {
  const groups = written.replace(/\s(?=[eE])/, '').split(/['’\s]/);
  if (groups.slice(1).some((group) => !/^\d{3}(?!\d)/.test(group))) {
    return { ok: false, reason: `${shown(written)} is not a number` };
  }
  const text = groups.join('');
  const [, mantissa = '', exponent = '0'] = /^([\d.,]+)(?:[eE]([+-]?\d{1,2}))?$/.exec(text) ?? [];
  const own = signOf(mantissa);
  if (/^[1-9]\d{0,2},\d{3}$/.test(mantissa) && !sign && !own) {
    const [thousands, decimals] = [mantissa.replace(',', ''), mantissa.replace(',', '.')];
    return {
      ok: false,
      reason: `${shown(written)} may be ${thousands} or ${decimals}: write one of them`,
    };
  }
  const decimal = own ?? sign ?? '.';
  if (sign && own && own !== sign)
    return {
      ok: false,
      reason: `${shown(written)} has another decimal sign than the rest of the file: write them alike`,
    };
  const grouping = decimal === '.' ? ',' : '.';
  const isGrouped = mantissa.includes(grouping);
  const wellGrouped =
    decimal === '.' ? /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/ : /^\d{1,3}(?:\.\d{3})+(?:,\d*)?$/;
  const plain = mantissa
    .replaceAll(grouping, '')
    .replace(decimal, '.')
    .replace(/^\./, '0.')
    .replace(/\.$/, '');
  if (!/^\d+(?:\.\d+)?$/.test(plain) || (isGrouped && !wellGrouped.test(mantissa))) {
    return { ok: false, reason: `${shown(written)} is not a number` };
  }
  return { ok: true, number: shifted(plain.replace(/^0+(?=\d)/, ''), Number(exponent)) };
}

function read(ngG: string, taken: readonly Taken[] = []): ReadResult {
  return { ok: true, ngG, taken };
}

function refused(reason: string): ReadResult {
  return { ok: false, reason };
}

function tidy(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function shown(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
