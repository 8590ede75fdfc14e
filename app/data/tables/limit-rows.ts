import { chemicals } from '#app/toxicology/chemicals.ts';
import { limitStatuses, standingOfLimit } from '#app/toxicology/limit-standing.ts';
import { limits, type IntakeLimit } from '#app/toxicology/limits.ts';
import { column, rightsOf, type DataTable } from '#app/data/table.ts';

export const limitsTable: DataTable<IntakeLimit> = {
  name: 'limits',
  title: 'Limits',
  means:
    'Daily intakes that an authority holds to be tolerable over a lifetime, with where it says so.',
  key: ['authority', 'subject'],
  columns: [
    column('authority', 'text', 'Whose list of limits it belongs to.', (row) => row.authority),
    column(
      'subject',
      'text',
      'Key of a chemical, or a family whose sum is held against it.',
      (row) => row.subject,
    ),
    column('kind', 'text', 'TDI: tolerable daily intake. RfD: reference dose.', (row) => row.kind),
    column(
      'limit',
      'number',
      'A day’s amount for each kilogram of body weight.',
      (row) => row.limitNgPerKgDay,
      'ng/kg/d',
    ),
    column(
      'status',
      'text',
      `${Object.entries(limitStatuses)
        .map(([status, means]) => `${status}: ${means}`)
        .join('; ')}.`,
      (row) => standingOfLimit(row).status,
    ),
    column('set_by', 'text', 'Who set the value.', (row) => row.setBy),
    column('year', 'integer', 'Year of the document that is cited.', (row) => row.year),
    column('citation', 'text', 'Title of that document.', ({ citation }) => citation.title),
    column('number', 'text', 'Its number within its series.', ({ citation }) => citation.number),
    column('url', 'text', 'Its address.', ({ citation }) => citation.url),
    column(
      'looked_at',
      'date',
      'Day on which that document was last looked at.',
      (row) => standingOfLimit(row).lookedAt,
    ),
    column('note', 'text', 'What a reader must know beyond the citation.', (row) => row.note),
    ...rightsOf<IntakeLimit>(),
  ],
  newest: (row) => String(row.year),
  async *rows() {
    yield limits.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  },
};

const keyOf = ({ authority, subject }: IntakeLimit) => `${authority} ${subject}`;

type Chemical = (typeof chemicals)[number];

export const chemicalsTable: DataTable<Chemical> = {
  name: 'chemicals',
  title: 'Chemicals',
  means: 'What samples are tested for, and how it counts in its family’s sum.',
  key: ['chemical'],
  columns: [
    column('chemical', 'text', 'Key of the chemical.', (row) => row.key),
    column('abbreviation', 'text', 'As results list it.', (row) => row.abbreviation),
    column('name', 'text', 'Full name.', (row) => row.fullName),
    column('cas', 'text', 'Chemical Abstracts Service registry number.', (row) => row.casNumber),
    column('family', 'text', 'Family that it is rated in.', (row) => row.family),
    column(
      'weight',
      'number',
      'What one nanogram counts in the family’s sum; empty: it is in no sum.',
      (row) => row.factor ?? null,
    ),
    column('weight_source', 'text', 'Where the weight is from.', (row) =>
      row.factor === undefined ? null : row.source,
    ),
    ...rightsOf<Chemical>(),
  ],
  async *rows() {
    yield chemicals.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  },
};
