import { foodClasses } from '#app/toxicology/metals/food-limits.ts';
import type { TestRefusal } from './refusals.ts';

/** One thing that an act asks for; in its record a `Value`, null where nothing is said. */
export interface ActField<Value = unknown> {
  kind:
    | 'line'
    | 'day'
    | 'cents'
    | 'count'
    | 'choice'
    | 'email'
    | 'flag'
    | 'photo'
    /** What a page sends by itself: its form's id, a text, a number. */
    | 'id'
    | 'own'
    | 'own-number';
  label: string;
  /** In forms, commands, and entries of the log, where it is not called as in its record. */
  name?: string;
  /** A command's option, where that is called otherwise still; false where there is none. */
  option?: string | false;
  hint?: string | undefined;
  isRequired?: boolean;
  /** Browsers want it, and the operation decides whether it may be missing. */
  isExpected?: boolean;
  /** Of a line, in characters. */
  most?: number;
  /** Of a line that is an address, for browsers to help with. */
  type?: 'email';
  /** Of a sum, in cents. */
  least?: number;
  choices?: Readonly<Record<string, string>>;
  /** In sentences that refuse it; “The” and its label unless given. */
  called?: string;
  /** The sentence where it is missing. */
  missing?: string;
  /** Everybody reads it, without the email addresses that somebody wrote into it. */
  isPublic?: boolean;
  /** The trail keeps nothing of it. */
  isUnwritten?: boolean;
  /** The page says it, and nobody is asked. */
  isGiven?: boolean;
  /** Nothing stands there that it could stay at. */
  isNew?: boolean;
  /** It is asked only where the act was refused so. */
  askedAfter?: TestRefusal;
  isWide?: boolean;
  /** For its type alone; never there. */
  value?: Value;
}

/** The photo of a receipt and of the package with its lot, as WebP. */
export interface PurchasePhoto {
  content: Buffer;
  /** No private detail is on it: everybody may see it. */
  isPublic: boolean;
}

type More = Partial<Omit<ActField, 'value'>>;

/** A line of text that may not be missing. */
export function lineField(label: string, most: number, more: More = {}): ActField<string> {
  return { kind: 'line', label, most, isRequired: true, ...more };
}

/** A line that may be left out. */
export function lineOrNone(label: string, most: number, more: More = {}): ActField<string | null> {
  return { kind: 'line', label, most, ...more };
}

/** A line of a registration, which everybody reads. */
export function registered(label: string, most: number, hint: string): ActField<string> {
  return lineField(label, most, { called: label, hint, isPublic: true });
}

/** Of panels that have no levels: what the laboratory can measure down to. */
export const LIMITS = lineOrNone('Limits of quantification, in micrograms per kilogram', 200, {
  called: 'The limits',
  hint: 'Of each substance, e.g. Pb 2, Cd 1, As 5, Hg 1.',
  isPublic: true,
  isExpected: true,
});

/** Of metals: whose limits by food its samples are compared with. */
export const FOOD_CLASS: ActField<string | null> = {
  ...choice<string | null>(
    'Food class',
    'food class',
    Object.fromEntries([['', 'Choose one'], ...foodClasses.map((food) => [food, food])]),
  ),
  name: 'food_class',
  isPublic: true,
  isExpected: true,
};

/** Why a test is registered although it can’t see all that it must. */
export const UNSEEN_BECAUSE = lineOrNone('Why it is registered all the same (public)', 200, {
  name: 'unseen_because',
  called: 'The reason',
  isPublic: true,
  askedAfter: 'unseen',
});

export function choice<Value>(label: string, called: string, choices: ActField['choices']) {
  return { kind: 'choice', label, called, choices } as ActField<Value>;
}

export function flag(label: string, name: string, more: More = {}): ActField<boolean | null> {
  return { kind: 'flag', label, name, isWide: true, ...more };
}

/** What the page itself sends: of what it is, what was seen. */
export function own(name?: string): ActField<string> {
  return { kind: 'own', label: '', ...(name && { name }), isUnwritten: true };
}

export function ownNumber<Value>(name?: string): ActField<Value> {
  return { ...own(name), kind: 'own-number' } as ActField<Value>;
}

/** Dollars and cents as they are typed, of at least so many cents. */
export function cents(label: string, name: string, least: number): ActField<number> {
  return { kind: 'cents', label, name, least, isRequired: true, hint: 'U.S. dollars, e.g. 4.29.' };
}

/** Whether it is another one, asked where the same was noted with the same receipt. */
export function anyway(askedAfter: TestRefusal): ActField<boolean | null> {
  return flag('It is another one', 'anyway', { isUnwritten: true, askedAfter });
}

/** A form's own id: sent twice, it is one act. */
export const FORM_ID: ActField<string> = { kind: 'id', label: 'Form' };
export const DAY: ActField<string> = { kind: 'day', label: 'Day', isRequired: true };
export const PAID_ON: ActField<string> = { ...DAY, label: 'Paid on', name: 'day' };
/** The shop, the carrier, the laboratory. */
export const PLACE = lineOrNone('Place', 100, { isPublic: true });
export const NOTE = lineOrNone('Note (public)', 300, {
  called: 'The note',
  isPublic: true,
  isWide: true,
});
export const PAYEE = lineField('Paid to', 100, {
  called: 'Who was paid',
  hint: 'E.g. Example Laboratory.',
});
export const KEPT_AT = lineField('Receipt', 200, {
  called: 'Where the receipt is kept',
  hint: 'Where it is kept, e.g. receipt-17.pdf. Not shown publicly.',
});
/** Why something is corrected. */
export const BECAUSE = {
  called: 'The reason',
  missing: 'A correction needs a reason.',
  isNew: true,
};

/** What is stated of a purchase alone, as printed on the package. */
export const PACKAGE = {
  lot: lineOrNone('Lot', 60, { hint: 'As printed on the package, e.g. L2406B.', isPublic: true }),
  bestBefore: { kind: 'day', label: 'Best before', name: 'best_before' } as ActField<string | null>,
};

/** What is stated of results that are in alone, for reports to tell where the laboratory's file does not. */
export const MEASURED = {
  method: lineOrNone('Method', 200, {
    hint: 'As the report states it, e.g. QuEChERS, GC-MS.',
    isPublic: true,
  }),
  accreditation: lineOrNone('Accreditation', 100, {
    hint: 'With its number, e.g. ISO/IEC 17025, AT-1234.',
    isPublic: true,
  }),
};
