import { expect, it } from 'vitest';
import { canonicalJson, type Json } from './canonical-json.ts';
import { formNamed, forms, formText, type FormName } from './forms.ts';

const SHA = 'ab'.repeat(32);
const product = 1061;
const day = '2026-11-21';
const step = {
  product,
  sample: 2,
  day,
  place: 'Corner Shop, ask shop@example.org',
  lot: 'L-1',
  best_before: '2027-06-30',
  method: 'GC-MS',
  accreditation: 'AT-1234',
  note: 'The “last” one',
};
const paper = { product, revision: 1, sha256: SHA };
const published = {
  product,
  revision: 2,
  rows_sha256: SHA,
  file_sha256: SHA,
  samples: 3,
  levels: { phthalates: 'Low', bisphenols: 'N/A' },
  reason: 'Mistyped.',
  published_at: '2026-11-20T10:00:00.000Z',
};
const second = {
  ...published,
  rule: { version: '3', date: day },
  eater: { weight_kg: 14, servings: 1 },
  not_used: [{ sample: 'S-3', reason: 'It had burst.' }],
};
const objection = { product, revision: 1, ground: 'lot', words_hash: SHA };
const reply = { product, revision: 1, objection: SHA, upheld: false, text: 'It was sold.' };

const registration = {
  product,
  number: 1,
  name: 'Oats',
  variant: 'Plain',
  pack: '12 oz box',
  panel: '18 chemicals',
  laboratory: 'Example Laboratory',
  accreditation: 'AT-1234',
  scope: 'Food',
  method: 'GC-MS',
  samples: 3,
  shops: 'Corner Shop',
  payers: {
    all: 10_000,
    gifts: 6_000,
    monthly: 1_000,
    organization: { name: 'Mill', cents: 3_000 },
  },
  rule: { version: '3', date: day },
  reason: 'Ask lab@example.org.',
};

/** Bodies of each form, those of earlier versions behind `/N`. */
const bodies: Record<FormName, object[]> & Record<string, object[]> = {
  registration: [registration],
  'panel-registration': [
    { ...registration, limits_ug_kg: { Pb: 2, Cd: 0.5 } },
    {
      ...registration,
      limits_ug_kg: { Pb: 20 },
      serving_g: 112.5,
      kind: 'baby-food',
      unseen_because: 'Nobody measures lower, says lab@example.org.',
    },
  ],
  purchase: [
    { ...step, photo_sha256: SHA },
    { product, sample: 1, day },
  ],
  step: [{ ...step, step: 'results-in' }],
  'step-correction': [
    { ...step, step: 'shipped', did_not_happen: true, reason: 'A slip.' },
    { product, sample: 1, day, step: 'shipped', reason: '' },
  ],
  'laboratory-file': [paper],
  certificate: [paper],
  publication: [second, { product, revision: 1, rows_sha256: SHA, samples: 0 }],
  'publication/1': [published],
  correction: [second],
  'correction/1': [published],
  objection: [{ ...objection, from_brand: true }, objection],
  'objection/1': [objection],
  'objection-noted': [{ product, objection: SHA }],
  reply: [
    { ...reply, dismissed: true },
    { product, revision: 1, maker: 'Tea Ltd.', text: 'No.' },
  ],
  'reply/1': [reply],
  ended: [{ product, day, reason: 'It burst, says x@example.org.' }],
  import: [{ source: 'PlasticList', file_sha256: SHA, samples: 700, products: 296 }],
  'imported-product': [
    { product: 93, revision: 1, file_sha256: SHA, rows_sha256: SHA, samples: 2 },
  ],
  key: [{ old: 'a+1+x', new: 'a+2+y', note: 'openassay log key\n' }],
  beginning: [{ origin: 'example.org/log', checkpoint: 'a\n1\nx\n', lost: 'Entry 9.' }],
  release: [{ name: '2026-11', sha256: SHA }],
};

/** A form by its name, or an earlier version of it. */
function formOf(named: string) {
  const [name, version] = named.split('/') as [FormName, string?];
  const { fields, earlier } = forms[name];
  return { name, version, schema: version ? earlier[Number(version) - 1]! : fields };
}

it('says each form, in each version, byte for byte as leaves that are sealed say it', async () => {
  const versions = Object.entries(forms).flatMap(([name, { version }]) =>
    Array.from({ length: version }, (_, at) => (at + 1 < version ? `${name}/${at + 1}` : name)),
  );
  expect(Object.keys(bodies).toSorted()).toEqual(versions.toSorted());
  const leaves = Object.entries(bodies).flatMap(([named, some]) => {
    const { name, version, schema } = formOf(named);
    const form = version ? `openassay/${named}` : formText(name);
    expect(formNamed(form)).toBe(name);
    const { inWords } = forms[name];
    return some.map((body) => {
      const said = schema.parse(body) as object;
      return `${canonicalJson({ form, at: 'T', ...said } as Json)}\n${inWords(said as never)}\n`;
    });
  });
  await expect(leaves.join('')).toMatchFileSnapshot('../../test/data/log/leaves-of-forms.txt');
});

it('says nothing that a form does not know', () => {
  for (const [name, some] of Object.entries(bodies)) {
    const { schema } = formOf(name);
    expect([name, schema.safeParse({ ...some[0], email: 'x' }).success]).toEqual([name, false]);
  }
});
