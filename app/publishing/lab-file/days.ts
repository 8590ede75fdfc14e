type Day =
  | { readonly ok: true; readonly day: string }
  | { readonly ok: false; readonly reason: string };

/** A day as laboratories write it: `2026-09-14`, `14.09.2026`, `9/14/2026`, with or without a time. */
export function readDay(written: string): Day {
  const text = written.trim().replace(/[T ]\d{1,2}:\d{2}.*$/s, '');
  if (text === '' || /^\d{4}-\d{2}(-\d{2})?$/.test(text)) return { ok: true, day: text };
  const [, a = '', sign = '', b = '', year = ''] =
    /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/.exec(text) ?? [];
  const [first, second] = [Number(a), Number(b)];
  if (year === '') return refused(written, 'is not a day');
  if (sign === '.') return made(year, second, first);
  if (first > 12) return made(year, second, first);
  if (second > 12 || first === second) return made(year, first, second);
  return refused(written, 'may be two different days');
}

function made(year: string, month: number, day: number): Day {
  const two = (number: number) => String(number).padStart(2, '0');
  return { ok: true, day: `${year}-${two(month)}-${two(day)}` };
}

function refused(written: string, why: string): Day {
  return { ok: false, reason: `${JSON.stringify(written)} ${why}: write it as 2026-09-14` };
}
