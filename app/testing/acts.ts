import type { Tx } from '#app/database/db.server.ts';
import { formatCents } from '#app/kit/money.ts';
import * as ask from './act-fields.ts';
import type { ActField, PurchasePhoto } from './act-fields.ts';
import type { Act, ActDone } from './act.ts';
import type { Refused } from './refusals.ts';
import { COST_KINDS, LATER_STEPS, type LaterStep, type OwnCostKind } from './steps.ts';

/*
 * The acts of a test, each described once (decision 0182): its form, what is read from it, its command,
 * its row of the trail, and what of it everybody may read follow from here. What an act does is an
 * operation, which `app/admin/testing/perform-act.server.ts` names.
 */

const { sample: _bought, ...ownCosts } = COST_KINDS;

const BEGUN =
  'The first sample is bought. Contributions to it are no longer refunded. Contributors and followers are told.';

export const ACTS = {
  register: {
    action: 'register-test',
    fields: {
      variant: ask.registered(
        'Variant',
        100,
        'Flavor, strength, or size, as printed on the package, e.g. Unsweetened.',
      ),
      pack: ask.registered('Pack', 100, 'E.g. 11 fl oz carton.'),
      panel: ask.registered('What it is tested for', 200, 'E.g. 18 phthalates and bisphenols.'),
      laboratory: ask.registered('Laboratory', 100, 'In full, e.g. Example Laboratory, Oslo.'),
      accreditation: ask.registered('Accreditation number', 100, 'E.g. AT-1234.'),
      scope: ask.registered('What the accreditation covers', 200, 'E.g. food, organic residues.'),
      method: ask.registered('Method', 200, 'E.g. GC-MS with isotope dilution.'),
      limits: ask.LIMITS,
      foodClass: ask.FOOD_CLASS,
      unseenBecause: ask.UNSEEN_BECAUSE,
      shops: ask.registered('Where the samples will be bought', 200, 'E.g. Corner Shop, Boston.'),
      samples: {
        kind: 'count',
        label: 'Samples',
        called: 'The number of samples',
        hint: 'From 1 to 20, e.g. 3.',
        isRequired: true,
      } as ActField<number>,
      organization: ask.lineOrNone('An organization that paid', 100, {
        called: 'The organization',
        hint: 'Only by a name that it agreed to, e.g. The Mill.',
        isPublic: true,
      }),
      organizationEmail: ask.lineOrNone('The email it paid from', 254, {
        called: 'Its email',
        type: 'email',
        name: 'organization_email',
        option: 'paid-from',
        hint: 'For its sum, where that is not registered yet. Neither shown nor kept.',
        isUnwritten: true,
      }),
      /** Null of the first. */
      reason: ask.lineOrNone('Why it changes (public)', 200, {
        called: 'The reason',
        isPublic: true,
        isExpected: true,
      }),
      /** The number of the registration that it changes; 0 where there is none. */
      seen: ask.ownNumber<number>(),
    },
    side: 'left',
    panel: ({ isOver, isRegistered, hasLevels, seen }) =>
      !isOver &&
      (isRegistered
        ? {
            summary: 'Change the registration',
            about: seen,
            submit: 'Register the change',
            without: hasLevels ? ['limits', 'foodClass'] : [],
          }
        : {
            title: 'Register the test',
            about: `Everyone reads this on the product’s page, and it is sealed in the public log. No sample can be bought before. What changes later is another entry, with its reason.${seen && ` ${seen}`}`,
            submit: 'Register the test',
            without: hasLevels ? ['limits', 'foodClass', 'reason'] : ['reason'],
          }),
    command: {
      takes: 'register CODE',
      does: `say in public what will be tested and how, before the first sample is bought; what
you leave out stands as on the desk's form; a change needs a reason`,
      keepsRest: true,
      done: 'Registered. Everyone can read it on the product’s page.',
    },
  },
  begin: {
    action: 'begin-testing',
    fields: {},
    command: {
      takes: 'begin CODE',
      does: 'the first sample is bought, without a recorded purchase; nothing is refunded from then on',
      done: BEGUN,
    },
  },
  buy: {
    action: 'buy-sample',
    fields: {
      id: ask.FORM_ID,
      day: ask.DAY,
      shop: ask.lineField('Shop', 100, { hint: 'E.g. Corner Shop, Main Street.', isPublic: true }),
      ...ask.PACKAGE,
      priceCents: ask.cents('Price', 'price', 1),
      receipt: ask.KEPT_AT,
      photo: {
        kind: 'photo',
        label: 'Photo of receipt and lot',
        hint: 'Its hash stands in the public log.',
        isUnwritten: true,
      } as ActField<PurchasePhoto | null>,
      isPhotoPublic: ask.flag('No private detail is on the photo. Everyone may see it.', 'public', {
        option: false,
        isUnwritten: true,
      }),
      note: ask.NOTE,
      isAnyway: ask.anyway('sample_noted'),
      /** The sample's that the form was drawn for: where somebody has bought that one since, it buys none. */
      number: ask.ownNumber<number | null>(),
    },
    side: 'left',
    panel: ({ hasEnded, isBegun, isRegistered }) =>
      !hasEnded &&
      (isBegun || isRegistered) && {
        title: isBegun ? 'Buy another sample' : 'Buy the first sample',
        about: isBegun
          ? ''
          : 'Once the first sample is bought, contributions to this product are not refunded, and its contributors and followers are told.',
        submit: 'Record the purchase',
      },
    command: {
      takes: 'buy CODE',
      does: `record that a sample was bought; from the first one on nothing is refunded;
--anyway says that it is another one of a lot and a receipt that are recorded`,
      done: ({ number, hasBegun }) => `Sample ${number} is bought.${hasBegun ? `\n${BEGUN}` : ''}`,
    },
  },
  'note-step': {
    action: 'note-test-step',
    fields: {
      /** Their ids, with a space between two. */
      samples: ask.own('sample'),
      step: { ...ask.choice<LaterStep>('Step', 'step', LATER_STEPS), isGiven: true },
      day: ask.DAY,
      place: ask.PLACE,
      ...ask.MEASURED,
      note: ask.NOTE,
    },
    command: {
      takes: 'step CODE SAMPLE step',
      does: 'record what became of a sample; it is published with its results',
      done: 'Recorded.',
    },
  },
  'note-cost': {
    action: 'note-test-cost',
    fields: {
      id: ask.FORM_ID,
      kind: ask.choice<OwnCostKind>('For', 'kind of cost', ownCosts),
      amountCents: ask.cents('Amount', 'amount', 1),
      paidOn: ask.PAID_ON,
      payee: ask.PAYEE,
      receipt: ask.KEPT_AT,
      isAnyway: ask.anyway('cost_noted'),
    },
    command: {
      takes: 'cost CODE kind',
      does: 'record an invoice or another cost; --anyway as above, of a kind and a receipt',
      done: 'Recorded.',
    },
  },
  'correct-step': {
    action: 'correct-test-step',
    fields: {
      row: ask.ownNumber<number>(),
      day: ask.DAY,
      place: ask.PLACE,
      ...ask.PACKAGE,
      ...ask.MEASURED,
      note: ask.NOTE,
      reason: ask.lineField('Reason for the correction (public)', 200, {
        ...ask.BECAUSE,
        isPublic: true,
      }),
      /** Possible for the last step of a sample, its purchase apart. */
      isVoid: ask.flag('It did not happen after all', 'void'),
    },
    command: {
      takes: 'correct step ID',
      does: 'correct a step; what you leave out stays; --void says that it did not happen',
      keepsRest: true,
      done: 'Corrected.',
    },
  },
  'correct-cost': {
    action: 'correct-test-cost',
    fields: {
      cost: ask.own(),
      amountCents: ask.cents('Amount (0: it was not paid)', 'amount', 0),
      paidOn: ask.PAID_ON,
      payee: ask.PAYEE,
      receipt: ask.KEPT_AT,
      reason: ask.lineField('Reason for the correction', 200, ask.BECAUSE),
    },
    command: {
      takes: 'correct cost ID',
      does: 'correct a cost; what you leave out stays; an amount of 0 says that it was not paid',
      keepsRest: true,
      done: 'Corrected.',
    },
  },
  'tell-maker': {
    action: 'tell-maker',
    fields: {
      email: {
        kind: 'email',
        label: 'The maker’s email',
        most: 254,
        isRequired: true,
        isUnwritten: true,
      } as ActField<string>,
    },
    side: 'left',
    panel: ({ isBegun, isOver }) =>
      isBegun &&
      !isOver && {
        summary: 'Tell the maker before publication',
        about:
          'Once the email is sent, results are published a few days later at the earliest (MAKER_NOTICE_DAYS).',
        submit: 'Tell the maker',
      },
  },
  end: {
    action: 'end-test',
    fields: {
      reason: ask.lineField('Why (public)', 300, {
        called: 'The reason',
        isPublic: true,
        isWide: true,
      }),
    },
    side: 'left',
    isWeighty: true,
    panel: ({ isBegun, isOver, isGoing }) =>
      isBegun &&
      !(isOver || isGoing) && {
        title: 'No sample is left',
        about:
          'Buy another sample, or end the test. Its page then says so with your reason, results are no longer promised, and its books can be closed. This cannot be undone, and nothing is refunded.',
        summary: 'End the test without results',
        submit: 'End the test',
      },
    command: {
      takes: 'end CODE',
      does: 'end a test without results once every sample is given up; the reason is public',
      done: 'The test has ended. Results are no longer promised.',
    },
  },
  settle: {
    action: 'close-test-books',
    /** What the administrator saw. */
    fields: { leftCents: ask.ownNumber<number>('left') },
    side: 'right',
    isWeighty: true,
    panel: ({ isOver, leftCents }) =>
      isOver &&
      leftCents !== 0 && {
        title: 'Close the books',
        about:
          'What is left goes to the reserve for tests that cost more than they raised. What is missing comes from that reserve, and then from the project’s own money, which is paid back first.',
        submit: `${leftCents < 0 ? 'Cover' : 'Pass on'} ${formatCents(Math.abs(leftCents))}`,
      },
    command: {
      takes: 'settle CODE',
      does: 'close the books of a finished test and pass on what is left',
      done: ({ amountCents = 0 }) =>
        `${formatCents(Math.abs(amountCents))} ${amountCents < 0 ? 'covered' : 'passed on'}.`,
    },
  },
} as const satisfies Readonly<Record<string, Act>>;

export type ActName = keyof typeof ACTS;

type FieldsOf<Name extends ActName> = (typeof ACTS)[Name]['fields'];
type ValueOf<Field> = Field extends ActField<infer Value> ? Value : never;
type Values<Name extends ActName> = {
  [Key in keyof FieldsOf<Name>]: ValueOf<FieldsOf<Name>[Key]>;
};
type NeededOf<All> = { [Key in keyof All]: null extends All[Key] ? never : Key }[keyof All];

/** What is said of an act, by its fields; what may be null may be left out. */
export type Said<Name extends ActName> = Partial<Values<Name>> &
  Pick<Values<Name>, NeededOf<Values<Name>>>;

/** What an act does, in the transaction of its row of the trail. */
export type Operation<Name extends ActName> = (
  tx: Tx,
  productId: number,
  said: Said<Name>,
) => Promise<ActDone | Refused>;

/** Every act by its name, whichever it is. */
export const ALL_ACTS: Readonly<Record<ActName, Act>> = ACTS;

export const ACT_NAMES = Object.keys(ACTS) as ActName[];

/** Acts that are never undone. */
export const WEIGHTY = ACT_NAMES.filter((name) => ALL_ACTS[name].isWeighty);
/** Acts that have a form; the others are a command's alone. */
export const DESK_ACTS = ACT_NAMES.filter((name) => Object.keys(ACTS[name].fields).length > 0);
