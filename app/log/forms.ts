import { z } from 'zod';

/*
 * The forms of leaves: what each kind of act says of itself, for ever. `docs/log-format.md` explains
 * them. To add one, add a line: `form(fields, words)`. A form that was released is never changed: what
 * it must say differently is its next version, and its earlier ones are kept behind it. No leaf holds an email, a person's name, an order, or an
 * amount of one person; what may have to be erased is there as `seal.server.ts` salts and hashes it.
 */

const ADDRESS = /[^\s@<>"'(),;“”]+@[^\s@<>"'(),;“”]*[^\s@<>"'(),;“”.]/g;

/** A product's code. */
const product = z.int().positive();
/** The number of a publication of its results, from 1. */
const revision = z.int().positive();
/** SHA-256 in hexadecimal. */
const sha256 = z.string().regex(/^[\da-f]{64}$/);
const day = z.iso.date();
const moment = z.iso.datetime();
/** Text for everybody to read. An email address that somebody wrote into it is left out of the leaf. */
const words = z.string().max(4_000).transform(stripEmails);
const level = z.string().max(40);

const sample = z.int().positive();
/** A sum of several people's money. */
const cents = z.int().nonnegative();
/** What a step of a sample may state. */
const stated = {
  place: words.optional(),
  lot: words.optional(),
  best_before: day.optional(),
  method: words.optional(),
  accreditation: words.optional(),
  note: words.optional(),
};

/** A file as the site took it in. */
const paper = z.strictObject({ product, revision, sha256 });

function form<Fields extends z.ZodObject>(
  fields: Fields,
  /** What the leaf says, for people. */
  inWords: (body: z.output<Fields>) => string,
  /** What versions 1, 2, and so on held before this one: leaves of them stay as they are. */
  ...earlier: readonly z.ZodType[]
) {
  // A later version may say more than is known here.
  return { version: earlier.length + 1, fields, known: fields.loose(), inWords, earlier };
}

const firstPublished = z.strictObject({
  product,
  revision,
  /** Of the revision's rows, as `/log/entry/N.rows` gives them. */
  rows_sha256: sha256,
  /** Of the laboratory's file; left out where it is not known any more. */
  file_sha256: sha256.optional(),
  samples: z.int().nonnegative(),
  /** Family by family; of a first version, for a child of 14 kg who eats one serving a day. */
  levels: z.record(z.string(), level).optional(),
  /** Why it differs from the revision before. */
  reason: words.optional(),
  /** Of what was published before this log began. */
  published_at: moment.optional(),
});

const published = firstPublished.extend({
  /** The rule that `levels` follow, and who eats so many servings a day. */
  rule: z.strictObject({ version: z.string(), date: day }).optional(),
  eater: z
    .strictObject({ weight_kg: z.number().positive(), servings: z.int().positive().optional() })
    .optional(),
  /** What was said of results that are no levels. */
  sentence: words.optional(),
  /** Of the samples, those that are in no figure, and why. */
  not_used: z.array(z.strictObject({ sample: words, reason: words })).optional(),
});

const firstObjection = z.strictObject({
  product,
  revision,
  ground: z.string(),
  words_hash: sha256,
});
const firstReply = z.strictObject({
  product,
  revision,
  /** The `words_hash` of the objection that is answered; left out of a maker's reply. */
  objection: sha256.optional(),
  upheld: z.boolean().optional(),
  /** The maker, by its company's name. */
  maker: words.optional(),
  text: words,
});

/** A text for everybody without the email addresses that somebody wrote into it. */
export function stripEmails(text: string): string {
  return text.includes('@') ? text.replaceAll(ADDRESS, '[address]') : text;
}

const registration = z.strictObject({
  product,
  /** From 1: later ones take the place of it. */
  number: z.int().positive(),
  name: words,
  variant: words,
  pack: words,
  panel: words,
  laboratory: words,
  accreditation: words,
  scope: words,
  method: words,
  samples: z.int().positive(),
  shops: words,
  payers: z.strictObject({
    all: cents,
    gifts: cents.optional(),
    monthly: cents.optional(),
    organization: z.strictObject({ name: words, cents: cents.optional() }).optional(),
  }),
  rule: z.strictObject({ version: z.string(), date: day }),
  reason: words.optional(),
});
const registrationWords = (body: { product: number; number: number }) =>
  body.number === 1
    ? `Test of product ${body.product} registered`
    : `Registration of the test of product ${body.product} changed`;

export const forms = {
  registration: form(registration, registrationWords),
  /** Of a panel whose results are no levels: from which amount on the laboratory can say how much it is. */
  'panel-registration': form(
    registration.extend({
      limits_ug_kg: z.record(z.string().max(20), z.number().positive()),
      /** What they have to suffice for, where it is known: one serving, and the item's kind. */
      serving_g: z.number().positive().optional(),
      kind: z.string().max(40).optional(),
      /** Of powder: grams as fed of a gram, by the label. */
      as_fed_per_g: z.number().positive().optional(),
      /** The food whose limits its samples are compared with. */
      food_class: z.string().max(100).optional(),
      /** Why it is done although that is not enough for every limit that it is asked about. */
      unseen_because: words.optional(),
    }),
    registrationWords,
  ),
  purchase: form(
    z.strictObject({ product, sample, day, ...stated, photo_sha256: sha256.optional() }),
    (body) => `Sample ${body.sample} of product ${body.product} bought`,
  ),
  step: form(
    z.strictObject({ product, sample, step: z.string(), day, ...stated }),
    (body) => `Sample ${body.sample} of product ${body.product}: ${body.step}`,
  ),
  'step-correction': form(
    z.strictObject({
      product,
      sample,
      step: z.string(),
      day,
      ...stated,
      did_not_happen: z.literal(true).optional(),
      reason: words,
    }),
    (body) => `Sample ${body.sample} of product ${body.product}: ${body.step} corrected`,
  ),
  'laboratory-file': form(
    paper,
    (body) => `Laboratory’s file of product ${body.product}, publication ${body.revision}`,
  ),
  certificate: form(
    paper,
    (body) => `Laboratory’s certificate of product ${body.product}, publication ${body.revision}`,
  ),
  publication: form(
    published,
    (body) => `Results of product ${body.product} published`,
    firstPublished,
  ),
  correction: form(
    published,
    (body) => `Results of product ${body.product} corrected: publication ${body.revision}`,
    firstPublished,
  ),
  objection: form(
    /** Its writer's address is of a domain that an administrator had entered for the brand. */
    firstObjection.extend({ from_brand: z.literal(true).optional() }),
    (body) => `Objection to the results of product ${body.product}`,
    firstObjection,
  ),
  'objection-noted': form(
    z.strictObject({ product, objection: sha256 }),
    (body) => `Objection to the results of product ${body.product} put on top of the report`,
  ),
  reply: form(
    /** Dismissed, because it says nothing that could be checked; not upheld, too. */
    firstReply.extend({ dismissed: z.literal(true).optional() }),
    (body) =>
      body.maker === undefined
        ? `Objection to the results of product ${body.product} answered`
        : `Reply of the maker of product ${body.product}`,
    firstReply,
  ),
  ended: form(
    z.strictObject({ product, day, reason: words }),
    (body) => `Test of product ${body.product} ended without a result`,
  ),
  import: form(
    z.strictObject({
      source: words,
      file_sha256: sha256.optional(),
      samples: z.int(),
      products: z.int(),
    }),
    (body) => `${body.source} imported, as its authors published it: ${body.products} products`,
  ),
  'imported-product': form(
    z.strictObject({
      product,
      revision,
      file_sha256: sha256.optional(),
      rows_sha256: sha256,
      samples: z.int(),
    }),
    (body) => `Imported results of product ${body.product}`,
  ),
  key: form(
    z.strictObject({ old: words, new: words, note: words }),
    () => 'The log’s key was changed, signed by the old one and the new one',
  ),
  beginning: form(
    z.strictObject({ origin: words, checkpoint: words, lost: words }),
    (body) => `This log began, after the log ${body.origin} had ended: ${body.lost}`,
  ),
  release: form(z.strictObject({ name: words, sha256 }), (body) => `${body.name} released`),
} as const;

export type FormName = keyof typeof forms;

/** What says of a test, before it, how it will be done. */
export const REGISTRATIONS = ['registration', 'panel-registration'] as const;

/** What `seal` is given for a form. */
export type LeafBody<Form extends FormName> = z.input<(typeof forms)[Form]['fields']>;

const NAME = /^openassay\/([a-z-]+)\/(\d+)$/;

/** The name that a leaf states. */
export function formText(form: FormName): string {
  return `openassay/${form}/${forms[form].version}`;
}

/** The form that a leaf's name is of, in whatever version; undefined of one that is unknown here. */
export function formNamed(text: string): FormName | undefined {
  const [, name = '', version] = NAME.exec(text) ?? [];
  if (!Object.hasOwn(forms, name)) return undefined;
  const isKnown = Number(version) >= 1 && Number(version) <= forms[name as FormName].version;
  return isKnown ? (name as FormName) : undefined;
}
