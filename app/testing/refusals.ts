/** Everything that can stand against an act of a test, as an administrator reads it. */
export const TEST_REFUSALS = {
  unknown: 'There is no such product, sample or cost.',
  removed: 'The product has been taken off the list.',
  not_funded: 'The product is not fully funded.',
  requests_open: 'Refund requests are open. Decide them first.',
  refund_unmatched:
    'A refund made at Stripe of a payment that is here is not matched yet. Say what it is of first.',
  begun: 'Its first sample has already been bought.',
  not_begun: 'Its first sample has not been bought. Record that first.',
  maker_told: 'Its maker has been told already, at another address.',
  unregistered: 'The test is not registered yet. Register it before its first sample is bought.',
  registered_meanwhile:
    'Someone else has since registered this test, or changed that. Please look again.',
  no_limits:
    'State the laboratory’s limit of quantification for each substance in µg/kg, more than zero, with at most six digits before the point and four after it, such as Pb 2, Cd 1, As 5, Hg 1.',
  no_food_class: 'Say which class of food it is, or “none of these.”',
  unseen:
    'State lower limits of quantification, or say in public why it is registered all the same.',
  has_levels:
    'A test for plastic chemicals is registered without limits of quantification and class of food.',
  not_a_payer:
    'Nobody has paid for this product from that email. An organization is named along with the email that it paid from.',
  form_used:
    'This form was already used for something else, so nothing was saved. Look at what is recorded, and if this is missing, send it again.',
  bought_meanwhile:
    'Someone else has since recorded a sample of this product, so nothing was saved. Look at what is recorded, and if yours is missing, send it again.',
  sample_noted:
    'A sample of this lot with this receipt has been recorded already, so nothing was saved. If this is another one, check the box and send it again.',
  cost_noted:
    'A cost of this kind with this receipt has been recorded already, so nothing was saved. If this is another one, check the box and send it again.',
  too_many: 'That is too many samples of one product to be right.',
  in_future: 'That day is in the future.',
  before_funded: 'That day is before the product was fully funded.',
  before_registered: 'That day is before the test was registered.',
  before_last: 'That day is before the day of an earlier step.',
  after_next: 'That day is after the day of a later step.',
  noted_already: 'This step is already recorded with other details. If it is wrong, correct it.',
  out_of_order: 'Record an earlier step first.',
  given_up: 'The sample has been given up.',
  published: 'A sample is published along with its results.',
  no_note: 'Add a note that says why the sample is given up.',
  measured:
    'Results of this sample are in, so it can’t be given up. Publish them. If they must not count, say why in the file’s column not_used.',
  no_reason: 'A correction needs a reason.',
  unchanged: 'This would not change anything.',
  corrected_meanwhile: 'Someone else has since corrected it. Please look again.',
  not_last: 'Only the last step of a sample can be taken back, and never its purchase.',
  tested: 'Its results are published.',
  ended: 'The test of the product has been ended.',
  samples_going: 'A test can be ended only once every sample is given up.',
  not_tested: 'The results of the product are not published yet.',
  samples_open: 'Some samples are neither published nor given up.',
  no_invoice: 'The laboratory’s invoice has not been recorded.',
  nothing_left: 'Nothing is left, and nothing is missing.',
  changed_meanwhile: 'What is left has changed since. Please look again.',
} as const;

export type TestRefusal = keyof typeof TEST_REFUSALS;

/** What an operation answers that does nothing, and rolls back what it did. */
export interface Refused {
  ok: false;
  why: TestRefusal;
  /** What it is about, where its sentence does not say so itself. */
  about?: string;
}

/** The field that a refusal is about, as forms call it; of others, the whole form. */
export const REFUSED_FIELDS: Partial<Record<TestRefusal, string>> = {
  in_future: 'day',
  before_funded: 'day',
  before_registered: 'day',
  before_last: 'day',
  after_next: 'day',
  no_note: 'note',
  no_reason: 'reason',
  no_limits: 'limits',
  no_food_class: 'food_class',
  unseen: 'limits',
  has_levels: 'limits',
  not_a_payer: 'organization_email',
  maker_told: 'email',
  sample_noted: 'receipt',
  cost_noted: 'receipt',
};
