import { chemicals } from '#app/toxicology/chemicals.ts';
import { limitStatuses, standingOfLimit } from '#app/toxicology/limit-standing.ts';
import { limits, type IntakeLimit } from '#app/toxicology/limits.ts';
import { columnsOf, type DataTable } from '#app/data/table.ts';

const limitRow = (of: IntakeLimit) => ({
  ...of,
  ...of.citation,
  limit: of.limitNgPerKgDay,
  status: standingOfLimit(of).status,
  set_by: of.setBy,
  citation: of.citation.title,
  looked_at: standingOfLimit(of).lookedAt,
});
type LimitRow = ReturnType<typeof limitRow>;

export const limitsTable: DataTable<LimitRow> = {
  name: 'limits',
  title: 'Limits',
  means:
    'Daily intakes that an authority holds to be tolerable over a lifetime, with where it says so.',
  key: ['authority', 'subject'],
  columns: columnsOf<LimitRow>({
    'authority text': 'Whose list of limits it belongs to.',
    'subject text': 'Key of a chemical, or a family whose sum is held against it.',
    'kind text': 'TDI: tolerable daily intake. RfD: reference dose.',
    'limit number ng/kg/d': 'A day’s amount for each kilogram of body weight.',
    'status text': `${Object.entries(limitStatuses)
      .map(([status, means]) => `${status}: ${means}`)
      .join('; ')}.`,
    'set_by text': 'Who set the value.',
    'year integer': 'Year of the document that is cited.',
    'citation text': 'Title of that document.',
    'number text': 'Its number within its series.',
    'url text': 'Its address.',
    'looked_at date': 'Day on which that document was last looked at.',
    'note text': 'What a reader must know beyond the citation.',
  }),
  newest: (row) => String(row.year),
  async *rows() {
    yield limits.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)).map(limitRow);
  },
};

const keyOf = ({ authority, subject }: IntakeLimit) => `${authority} ${subject}`;

const chemicalRow = (of: (typeof chemicals)[number]) => ({
  chemical: of.key,
  abbreviation: of.abbreviation,
  name: of.fullName,
  cas: of.casNumber,
  family: of.family,
  weight: of.factor ?? null,
  weight_source: of.factor === undefined ? null : of.source,
});
type ChemicalRow = ReturnType<typeof chemicalRow>;

export const chemicalsTable: DataTable<ChemicalRow> = {
  name: 'chemicals',
  title: 'Chemicals',
  means: 'What samples are tested for, and how it counts in its family’s sum.',
  key: ['chemical'],
  columns: columnsOf<ChemicalRow>({
    'chemical text': 'Key of the chemical.',
    'abbreviation text': 'As results list it.',
    'name text': 'Full name.',
    'cas text': 'Chemical Abstracts Service registry number.',
    'family text': 'Family that it is rated in.',
    'weight number': 'What one nanogram counts in the family’s sum; empty: it is in no sum.',
    'weight_source text': 'Where the weight is from.',
  }),
  async *rows() {
    yield chemicals.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(chemicalRow);
  },
};
