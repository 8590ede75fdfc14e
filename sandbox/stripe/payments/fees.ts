import type { Charge } from '#sandbox/stripe/objects.ts';
import type { Store } from '#sandbox/stripe/store.ts';

/** So many percent of the amount, in hundredths, and so many cents; never more than `most`. */
type Rate = { hundredths: number; cents: number; most?: number };

type FeeSchedule = {
  card: Rate;
  amex: Rate;
  /** On top of a card's rate, where it was issued abroad. */
  international: Rate;
  /** A debit of a bank account in the US. */
  bank: Rate;
  /** Cents for a debit that the bank did not honor, and for a dispute; never given back. */
  bankFailure: number;
  dispute: number;
};

const BANK = {
  bank: { hundredths: 80, cents: 0, most: 500 },
  international: { hundredths: 150, cents: 0 },
  bankFailure: 400,
  dispute: 1_500,
};

/** What Stripe keeps, as its pricing pages for the US have it. */
export const FEE_SCHEDULES = {
  standard: {
    card: { hundredths: 290, cents: 30 },
    amex: { hundredths: 290, cents: 30 },
    ...BANK,
  },
  nonprofit: {
    card: { hundredths: 220, cents: 30 },
    amex: { hundredths: 350, cents: 0 },
    ...BANK,
  },
} satisfies Record<string, FeeSchedule>;

type ScheduleName = keyof typeof FEE_SCHEDULES;

const NAMES = Object.keys(FEE_SCHEDULES) as ScheduleName[];
const SETTING = 'fee_schedule';

/** The schedule in force; `standard` until a control says otherwise. */
export function feeSchedule(store: Store): FeeSchedule {
  return FEE_SCHEDULES[NAMES[store.setting(SETTING)] ?? 'standard'];
}

export function isScheduleName(name: unknown): name is ScheduleName {
  return NAMES.some((known) => known === name);
}

/** For what is charged from now on. */
export function chooseSchedule(store: Store, name: ScheduleName): void {
  store.setSetting(SETTING, NAMES.indexOf(name));
}

/** Cents that are kept of a charge. */
export function feeOf(store: Store, { amount, payment_method_details: details }: Charge): number {
  const schedule = feeSchedule(store);
  const { card } = (details ?? {}) as { card?: { brand: string; country: string } };
  if (!card) return reckon(schedule.bank, amount);
  const rate = card.brand === 'amex' ? schedule.amex : schedule.card;
  const abroad = card.country === 'US' ? 0 : reckon(schedule.international, amount);
  return reckon(rate, amount) + abroad;
}

function reckon({ hundredths, cents, most = Infinity }: Rate, amount: number): number {
  return Math.min(Math.round((amount * hundredths) / 10_000) + cents, most);
}
