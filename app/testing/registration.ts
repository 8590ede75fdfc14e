import { counted } from '#app/kit/text.ts';
import { dayText } from '#app/kit/day-text.ts';
import { formatCents } from '#app/kit/money.ts';
import type { LeafBody } from '#app/log/forms.ts';
import type { Substance } from '#app/toxicology/panels/panel.ts';

/**
 * What is said in public of a test before its first sample is bought, as it is sealed: what is tested, by
 * whom, how, and by which rule it will be judged. None of it names a person.
 */
export interface Registration extends Omit<
  LeafBody<'registration'>,
  'product' | 'number' | 'reason'
> {
  /** Of a panel without levels: limits of quantification in µg/kg, by abbreviation. */
  limits?: Limits;
  /** What such limits have to suffice for: grams of one serving and the item’s kind, where they are known. */
  servingG?: number;
  kind?: string;
  /** Of powder: grams as fed of a gram, by the label. */
  asFedPerG?: number;
  /** Whose limits its samples are compared with, as limits by food name it; or that it is of none. */
  foodClass?: string;
  /** Why it is registered although it can’t see all that it must. */
  unseenBecause?: string;
}

type Limits = Readonly<Record<string, number>>;

/** Limits as they are typed, `Pb 2, Cd 0.5`, each substance of a panel once; undefined of anything else. */
export function limitsTyped(text: string, substances: readonly Substance[]): Limits | undefined {
  const found = text
    .split(',')
    .map((part) => /^\s*([a-z]+)[ :=]+(\d{1,6}(?:\.\d{1,4})?)\s*$/i.exec(part));
  const typed = new Map(found.map((one) => [one?.[1]?.toLowerCase(), Number(one?.[2])]));
  const limits = substances.map(({ abbreviation: name }) => [name, typed.get(name.toLowerCase())]);
  const isWhole =
    found.length === substances.length && limits.every(([, limit]) => Number(limit) > 0);
  return isWhole ? (Object.fromEntries(limits) as Limits) : undefined;
}

/** The same as text, in one order whatever the order in which they are stored. */
export function limitsListed(limits: Limits, unit = ''): string {
  return Object.entries(limits)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, limit]) => `${name} ${limit}${unit}`)
    .join(', ');
}

/**
 * Cents by who pays. A kind of fewer than three payers is one sum with the others; an organization goes by
 * the name that it agreed to.
 */
export type Payers = Registration['payers'];

/** A registration as it is stored: later ones take the place of the first, each with its reason. */
export interface RegistrationRow {
  productId: number;
  number: number;
  facts: Registration;
  reason: string | null;
}

/** A registration in lines, each with its name. */
export function registrationLines(facts: Registration): [name: string, text: string][] {
  const { payers, rule, accreditation, scope, limits, unseenBecause, asFedPerG, foodClass } = facts;
  const ruleText = `rule ${rule.version} of ${dayText(rule.date)}`;
  return [
    ['Product', `${facts.name}, ${facts.variant}, ${facts.pack}`],
    ['Tested for', facts.panel],
    ['Laboratory', facts.laboratory],
    ['Accreditation', `${accreditation}: ${scope}`],
    ['Method', facts.method],
    ['Samples', `${counted(facts.samples, 'sample')}, bought at: ${facts.shops}`],
    ['Paid by', payersText(payers)],
    ...(limits
      ? ([
          ['Limits of quantification', limitsListed(limits, ' µg/kg')],
          ...(foodClass ? [['Food class', foodClass]] : []),
          ...(asFedPerG ? [['Powder', `${asFedPerG} g as fed per gram, by the label`]] : []),
          ['Judged by', ruleText],
          ...(unseenBecause ? [['Why it can’t see more', unseenBecause]] : []),
        ] as [string, string][])
      : [['Levels', `by ${ruleText}`] as [string, string]]),
  ];
}

function payersText({ all, gifts, monthly, organization }: Payers): string {
  const parts = [
    ...(gifts === undefined ? [] : [`${formatCents(gifts)} of gifts`]),
    ...(monthly === undefined ? [] : [`${formatCents(monthly)} of monthly gifts`]),
    ...(organization?.cents ? [`${formatCents(organization.cents)} of ${organization.name}`] : []),
  ];
  if (parts.length > 0) return parts.join(', ');
  const named = organization ? `, ${organization.name} among them` : '';
  return `${formatCents(all)} of all kinds of gifts${named}`;
}
