import { saveChange } from '#sandbox/stripe/changes.ts';
import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import { emit } from '#sandbox/stripe/webhooks/events.ts';
import { feeSchedule } from './fees.ts';
import { newId } from '#sandbox/stripe/api/ids.ts';
import { inBalance, move } from './movements.ts';
import type { Charge, Dispute } from '#sandbox/stripe/objects.ts';
import type { Sandbox } from '#sandbox/stripe/sandbox.ts';
import { complete } from '#sandbox/stripe/api/schema.ts';
import type { Store } from '#sandbox/stripe/store.ts';

/** A bank waits this long for evidence. */
const EVIDENCE_S = 9 * 86_400;

export type Contest = {
  /** Cents; the whole charge by default, whatever has been refunded of it. */
  amount?: number;
  reason?: string;
  /** Asks before it takes: no money is withdrawn. */
  inquiry?: boolean;
};

/** Contests a charge, as its payer's bank does. */
export function openDispute(sandbox: Sandbox, charge: Charge, contest: Contest = {}): Dispute {
  const { store, clock } = sandbox;
  return store.transaction(() => {
    if (charge.status !== 'succeeded') {
      throw invalidRequest(`Charge ${charge.id} has not succeeded: nobody contests it.`);
    }
    const contested = disputesOf(store, charge).reduce((sum, one) => sum + one.amount, 0);
    const amount = contest.amount ?? charge.amount;
    if (!Number.isInteger(amount) || amount < 1 || amount > charge.amount) {
      throw invalidRequest(`A dispute is of 1 to ${charge.amount} cents.`, 'amount');
    }
    if (contested + amount > charge.amount) {
      throw invalidRequest(`${contested} cents of charge ${charge.id} are disputed already.`);
    }
    const isInquiry = contest.inquiry === true;
    const nowS = clock.nowS();
    const dispute = complete<Dispute>('dispute', {
      id: newId('du'),
      object: 'dispute',
      amount,
      balance_transactions: [],
      charge: charge.id,
      created: nowS,
      currency: charge.currency,
      enhanced_eligibility_types: [],
      evidence: complete('Dispute.Evidence', { enhanced_evidence: {} }),
      evidence_details: complete('Dispute.EvidenceDetails', {
        due_by: nowS + EVIDENCE_S,
        enhanced_eligibility: {},
        has_evidence: false,
        past_due: false,
        submission_count: 0,
        submission_method: 'not_submitted',
      }),
      is_charge_refundable: isInquiry,
      livemode: false,
      metadata: {},
      payment_intent: charge.payment_intent,
      reason: contest.reason ?? 'fraudulent',
      status: isInquiry ? 'warning_needs_response' : 'needs_response',
    });
    store.insert(dispute);
    store.update({ ...charge, disputed: true });
    emit(sandbox, 'charge.dispute.created', dispute);
    return isInquiry ? dispute : withdraw(sandbox, dispute);
  });
}

/**
 * Ends a dispute: won gives the money back, lost does not, and `amount` cents says otherwise. An
 * inquiry that is won is closed, one that is lost becomes a dispute proper, with the money
 * withdrawn.
 */
export function closeDispute(
  sandbox: Sandbox,
  id: string,
  outcome: 'won' | 'lost',
  amount?: number,
): Dispute {
  return sandbox.store.transaction(() => {
    const dispute = sandbox.store.need<Dispute>('dispute', id);
    if (['won', 'lost', 'warning_closed'].includes(dispute.status)) {
      throw invalidRequest('This dispute is closed already.');
    }
    if (dispute.status.startsWith('warning')) {
      return outcome === 'won'
        ? close(sandbox, { ...dispute, status: 'warning_closed' })
        : escalate(sandbox, dispute);
    }
    const isWon = outcome === 'won';
    const closed = close(sandbox, {
      ...dispute,
      is_charge_refundable: isWon,
      status: outcome,
    });
    const back = amount ?? (isWon ? withdrawnOf(dispute) : 0);
    return back === 0 ? closed : moveFunds(sandbox, id, back);
  });
}

/**
 * Gives back so many cents of a dispute in whatever state (positive), or withdraws them once more,
 * as banks do when they decide again.
 */
export function moveFunds(sandbox: Sandbox, id: string, amount: number): Dispute {
  return sandbox.store.transaction(() => {
    const dispute = sandbox.store.need<Dispute>('dispute', id);
    const out = withdrawnOf(dispute) - amount;
    const { amount: most, currency } = contestedIn(sandbox, dispute);
    if (!Number.isInteger(amount) || amount === 0 || out < 0 || out > most) {
      throw invalidRequest(`Of ${most} cents ${withdrawnOf(dispute)} are out.`, 'amount');
    }
    if (amount < 0) return withdraw(sandbox, dispute, -amount, 0);
    const back = move(sandbox, {
      type: 'adjustment',
      amount,
      currency,
      source: id,
      category: 'dispute_reversal',
      description: `Chargeback reversal for ${dispute.charge}`,
    });
    return moved(sandbox, dispute, back, 'charge.dispute.funds_reinstated');
  });
}

/** Cents that are out because of a dispute, its fees apart. */
export function withdrawnOf(dispute: Dispute): number {
  return -dispute.balance_transactions.reduce((sum, { amount }) => sum + amount, 0);
}

/** The disputes of a charge, the oldest first. */
export function disputesOf(store: Store, charge: Charge): Dispute[] {
  const rows = store.all<{ json: string }>(
    `SELECT json FROM objects WHERE kind = 'dispute'
       AND json_extract(json, '$.charge') = ? ORDER BY seq`,
    charge.id,
  );
  return rows.map(({ json }) => JSON.parse(json) as Dispute);
}

/** An inquiry becomes a dispute proper. */
function escalate(sandbox: Sandbox, inquiry: Dispute): Dispute {
  const status = 'needs_response';
  const dispute: Dispute = { ...inquiry, is_charge_refundable: false, status };
  return withdraw(sandbox, saveChange(sandbox, 'charge.dispute.updated', inquiry, dispute));
}

/** What is contested, in the balance that its charge stands in. */
function contestedIn({ store }: Sandbox, { charge, amount }: Dispute) {
  return inBalance(store, store.need<Charge>('charge', String(charge)), amount);
}

function withdraw(
  sandbox: Sandbox,
  dispute: Dispute,
  cents?: number,
  fee = feeSchedule(sandbox.store).dispute,
): Dispute {
  const { amount, currency } = contestedIn(sandbox, dispute);
  const taken = move(sandbox, {
    type: 'adjustment',
    amount: -(cents ?? amount),
    currency,
    fee,
    source: dispute.id,
    category: 'dispute',
    description: `Chargeback withdrawal for ${dispute.charge}`,
  });
  return moved(sandbox, dispute, taken, 'charge.dispute.funds_withdrawn');
}

function moved(
  sandbox: Sandbox,
  dispute: Dispute,
  movement: Dispute['balance_transactions'][number],
  type: string,
): Dispute {
  const after = {
    ...dispute,
    balance_transactions: [...dispute.balance_transactions, movement],
  };
  sandbox.store.update(after);
  emit(sandbox, type, after);
  return after;
}

function close(sandbox: Sandbox, dispute: Dispute): Dispute {
  sandbox.store.update(dispute);
  emit(sandbox, 'charge.dispute.closed', dispute);
  return dispute;
}
