import { describe, expect, it } from 'vitest';
import type { Contribution, Contributions, RefundRequest } from './contribution-schema.ts';
import { advance, start, type Lookup, type LookupEvent } from './lookup.ts';
import { CODE_SENT, SESSION_OVER } from './messages.ts';

const email = 'a@example.org';
const found = {
  email,
  expires_at: '2027-01-01T12:30:00.000Z',
  preferences_url: '/email/preferences',
  contributions: [
    { id: 'one', refund_request: null, can_request_refund: true },
    { id: 'two', refund_request: null, can_request_refund: true },
  ] as Contribution[],
} satisfies Contributions;
const codeSent: LookupEvent = { type: 'codeSent', email, word: CODE_SENT };
const failed: LookupEvent = { type: 'failed', failure: { sentence: 'No.' } };

const after = (...events: LookupEvent[]): Lookup => events.reduce(advance, start);

describe('the steps of a lookup', () => {
  it('lead from the address to the code to the list', () => {
    const sending = after({ type: 'started', task: 'sending' });
    expect(sending).toMatchObject({ step: 'email', busy: 'sending' });
    const sent = advance(sending, codeSent);
    expect(sent).toMatchObject({ step: 'code', email, word: CODE_SENT, hasMoved: true });
    expect(sent.busy).toBeUndefined();
    const shown = advance(sent, { type: 'found', found });
    expect(shown).toMatchObject({ step: 'list', email, found, hasMoved: true });
  });

  const states: [string, Lookup][] = [
    ['email', after({ type: 'started', task: 'sending' })],
    ['code', after(codeSent, { type: 'started', task: 'verifying' })],
    ['code', after(codeSent, { type: 'verified' })],
    ['opening', after({ type: 'opening' })],
    ['list', after({ type: 'found', found }, { type: 'started', task: 'closing' })],
  ];
  it.each(states)('a failure keeps the step %s and all that belongs to it', (step, state) => {
    const next = advance(state, failed);
    expect(next).toEqual({
      ...state,
      step,
      busy: undefined,
      word: undefined,
      failure: { sentence: 'No.' },
    });
  });

  it('forgets a failure when something is tried again', () => {
    const again = after(codeSent, failed, { type: 'started', task: 'verifying' });
    expect(again).toMatchObject({ step: 'code', email, busy: 'verifying' });
    expect(again.failure).toBeUndefined();
  });

  it('does not ask for a used code again while only the list is missing', () => {
    expect(after(codeSent, { type: 'verified' }, failed).isVerified).toBe(true);
    expect(after(codeSent, { type: 'verified' }, codeSent).isVerified).toBe(false);
    const other = after(codeSent, { type: 'verified' }, { type: 'otherEmail' });
    expect(other).toMatchObject({ step: 'email', email, isVerified: false });
  });

  it('opens a list again without moving the focus, and shows no error where its time is over', () => {
    expect(after({ type: 'opening' }, { type: 'found', found }).hasMoved).toBe(false);
    expect(after({ type: 'opening' }, { type: 'signedOut' })).toEqual(start);
  });

  it('keeps nothing of the list once it is over, closed or erased', () => {
    const shown = after({ type: 'found', found });
    const over = advance(shown, { type: 'expired' });
    expect(over).toMatchObject({ step: 'email', email, word: SESSION_OVER });
    const closed = advance(shown, { type: 'closed' });
    expect(closed).toMatchObject({ step: 'email', email: '' });
    const erased = advance(shown, { type: 'erased', word: 'Gone.' });
    expect(erased).toMatchObject({ step: 'erased', email: '', word: 'Gone.' });
    for (const state of [over, closed, erased]) expect(state.found).toBeUndefined();
  });

  it('notes a wish for a refund on its own entry', () => {
    const request: RefundRequest = {
      status: 'open',
      requested_at: '2027-01-01T12:00:00.000Z',
      decided_at: null,
      note: null,
    };
    const asked = after({ type: 'found', found }, { type: 'refundAsked', id: 'two', request });
    expect(asked.found?.contributions).toEqual([
      found.contributions[0],
      { id: 'two', refund_request: request, can_request_refund: false },
    ]);
  });
});
