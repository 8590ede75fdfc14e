interface Sum {
  cents: number;
}

/**
 * Which of the claims, each whole, make up so many cents, where only one choice of them does;
 * undefined where none does, or where two do: 50 is 20 and 30, or 50.
 */
export function onlyAnswer<T extends Sum>(cents: number, claims: T[]): T[] | undefined {
  // The choice that makes each sum; null where several do.
  let choices = new Map<number, T[] | null>([[0, []]]);
  for (const claim of claims) {
    const more = new Map(choices);
    for (const [sum, choice] of choices) {
      const next = sum + claim.cents;
      if (next <= cents) more.set(next, choice && !choices.has(next) ? [...choice, claim] : null);
    }
    choices = more;
  }
  return choices.get(cents) ?? undefined;
}

/**
 * Which refunds of a payment can be matched with what: one that only one choice of claims makes up;
 * or all of them, where they are all that is left, or where unmatched money of their payment is all
 * that they can be of: they may be more than that.
 */
export function matchOf<R extends Sum, C extends Sum & { kind: string; isInDoubt: boolean }>(
  refunds: R[],
  claims: C[],
): { refunds: R[]; claims: C[] } | undefined {
  for (const refund of refunds) {
    const answer = onlyAnswer(refund.cents, claims);
    if (answer && !answer.some(({ isInDoubt }) => isInDoubt)) {
      return { refunds: [refund], claims: answer };
    }
  }
  if (claims.length === 0 || refunds.length === 0 || claims.some(({ isInDoubt }) => isInDoubt))
    return undefined;
  const gone = sumOf(refunds);
  const isAll = gone === sumOf(claims);
  return isAll || claims.every(({ kind }) => kind === 'payment') ? { refunds, claims } : undefined;
}

function sumOf(some: Sum[]): number {
  return some.reduce((sum, { cents }) => sum + cents, 0);
}
