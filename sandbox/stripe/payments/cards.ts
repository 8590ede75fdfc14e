/** A refusal by the buyer's bank, in Stripe's words. */
export type Decline = { code: string; declineCode: string; message: string };

type TestCard = {
  brand: 'visa' | 'mastercard' | 'amex';
  /** Where it was issued; the US by default. */
  country?: string;
  decline?: Decline;
  /** Why payments fail that are made without the buyer, once the card is saved. */
  laterDecline?: Decline;
};

const GENERIC_DECLINE: Decline = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Your card was declined.',
};

/** The card numbers that the sandbox knows; Stripe's own test numbers, with what they do there. */
const TEST_CARDS: Record<string, TestCard> = {
  '4242424242424242': { brand: 'visa' },
  '5555555555554444': { brand: 'mastercard' },
  '378282246310005': { brand: 'amex' },
  '4000008260000000': { brand: 'visa', country: 'GB' },
  '4000000000000259': { brand: 'visa' },
  '4000000000007726': { brand: 'visa' },
  '4000000000005126': { brand: 'visa' },
  '4000000000000341': { brand: 'visa', laterDecline: GENERIC_DECLINE },
  '4000000000000002': { brand: 'visa', decline: GENERIC_DECLINE },
  '4000000000009995': {
    brand: 'visa',
    decline: {
      code: 'card_declined',
      declineCode: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
    },
  },
  '4000000000000069': {
    brand: 'visa',
    decline: {
      code: 'expired_card',
      declineCode: 'expired_card',
      message: 'Your card has expired.',
    },
  },
  '4000000000000127': {
    brand: 'visa',
    decline: {
      code: 'incorrect_cvc',
      declineCode: 'incorrect_cvc',
      message: "Your card's security code is incorrect.",
    },
  },
};

/** A card as it is kept: never its number, only the last four digits. */
export type Card = TestCard & { last4: string; expMonth: number; expYear: number };

export type CardFields = { card_number: string; card_expiry: string; card_cvc: string };

type CardErrors = Partial<Record<keyof CardFields, string>>;

/** Reads what was typed, at `nowS` of the clock; either the card or a sentence per wrong field. */
export function readCard(
  fields: CardFields,
  nowS: number,
): { card: Card } | { errors: CardErrors } {
  const digits = fields.card_number.replace(/[\s-]/g, '');
  const card = Object.hasOwn(TEST_CARDS, digits) ? TEST_CARDS[digits] : undefined;
  const expiry = readExpiry(fields.card_expiry);
  const errors: CardErrors = {};
  if (!passesLuhn(digits)) errors.card_number = 'Your card number is invalid.';
  else if (!card) errors.card_number = 'Real cards are not taken here. Use a test card number.';
  if (!expiry) errors.card_expiry = "Enter your card's expiry as MM / YY.";
  else if (isPast(expiry, nowS)) errors.card_expiry = "Your card's expiry is in the past.";
  const cvcLength = card?.brand === 'amex' ? 4 : 3;
  if (!new RegExp(`^\\d{${cvcLength}}$`).test(fields.card_cvc.trim())) {
    errors.card_cvc = `Enter the ${cvcLength} digits of your card's security code.`;
  }
  if (!card || !expiry || Object.keys(errors).length > 0) return { errors };
  return {
    card: { ...card, last4: digits.slice(-4), expMonth: expiry.month, expYear: expiry.year },
  };
}

/** An expiry in December, `years` ahead, as the form takes it. */
export function cardExpiry(nowS: number, years: number): string {
  const year = new Date(nowS * 1000).getUTCFullYear() + years;
  return `12 / ${String(year % 100).padStart(2, '0')}`;
}

/** Whether this could be an address that mail reaches. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]{2,}$/.test(text);
}

function passesLuhn(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false;
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

function readExpiry(text: string): { month: number; year: number } | undefined {
  const match = /^(0?[1-9]|1[0-2])\s*[/-]?\s*(?:20)?(\d{2})$/.exec(text.trim());
  return match ? { month: Number(match[1]), year: 2000 + Number(match[2]) } : undefined;
}

function isPast({ month, year }: { month: number; year: number }, nowS: number): boolean {
  return Date.UTC(year, month, 1) <= nowS * 1000; // good until its month is over
}
