import type { Beginning } from '#app/funding/begin-testing.server.ts';
import type { Bought } from './buy-sample.server.ts';
import type { StepCorrected } from './correct-step.server.ts';
import type { CostCorrected, CostNoted } from './note-cost.server.ts';
import type { Ended } from './end-test.server.ts';
import type { StepNoted } from './note-step.server.ts';
import type { Settled } from './settle-test.server.ts';

type Outcome =
  | Beginning
  | Bought
  | StepNoted
  | StepCorrected
  | CostNoted
  | CostCorrected
  | Ended
  | Settled;

/** Everything that can stand against noting something of a test. */
export type TestRefusal = Extract<Outcome, { ok: false }>['why'];

/** What an administrator reads of it. */
export const TEST_REFUSALS: Record<TestRefusal, string> = {
  unknown: 'There is no such product, sample or cost.',
  removed: 'The product has been taken off the list.',
  not_funded: 'The product is not fully funded.',
  requests_open: 'Refund requests are open: decide them first.',
  begun: 'Testing of it has begun already.',
  not_begun: 'Testing has not begun: its first sample is bought first.',
  form_used:
    'This form was already used for something else, and nothing was written now. Look at what is noted; if this is missing there, send it again.',
  too_many: 'So many samples of one product cannot be right.',
  in_future: 'That day is in the future.',
  before_funded: 'That day lies before the product was fully funded.',
  before_last: 'That day lies before an earlier step’s.',
  after_next: 'That day lies after a later step’s.',
  noted_already: 'This step has been noted already, otherwise. If it is wrong, correct it.',
  out_of_order: 'An earlier step has to be noted first.',
  given_up: 'The sample has been given up.',
  published: 'The sample is published: that follows from its results.',
  no_note: 'A note has to say why the sample is given up.',
  no_reason: 'A correction needs its reason.',
  unchanged: 'Nothing would change by this.',
  corrected_meanwhile: 'Somebody else has corrected it since. Please look again.',
  not_last: 'Only the last step of a sample can be taken back, and never its purchase.',
  tested: 'Its results are published.',
  ended: 'The test of the product has been ended.',
  samples_going: 'A test ends once every sample of it is given up.',
  not_tested: 'The results of the product are not published yet.',
  samples_open: 'Samples are neither published nor given up.',
  no_invoice: 'The laboratory’s invoice has not been noted.',
  nothing_left: 'Nothing is left, and nothing is missing.',
  changed_meanwhile: 'What is left has changed since. Please look again.',
};
