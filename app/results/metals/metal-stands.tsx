import { capitalized } from '#app/kit/text.ts';
import { SmallPhoto } from '#app/pictures/photo.tsx';
import { productCategoryOf } from '#app/results/answers/product-category.ts';
import { reportShape } from '#app/results/answers/report-shape.ts';
import { Hit } from '#app/results/hits.tsx';
import { formNames } from '#app/toxicology/metals/metal-limit.ts';
import { metalTexts, NO_SAFE_LEAD, type MetalTexts } from '#app/toxicology/metals/sentences.ts';
import type { IntakeVerdict } from '#app/toxicology/metals/verdicts.ts';
import type { MetalResult } from './metal-results.server.ts';

const WORDS = { yes: 'within', no: 'above', 'cannot tell': 'can’t tell for' } as const;

const marginsLast = (all: readonly IntakeVerdict[]) =>
  all.toSorted((a, b) => Number(a.limit.kind === 'margin') - Number(b.limit.kind === 'margin'));

/** `within FDA’s daily amount`; with the form where another of the authority stands otherwise. */
function wordOf({ limit, verdict }: IntakeVerdict, all: readonly IntakeVerdict[]): string {
  const { authority, kind, name, form } = limit;
  if (kind === 'margin') return verdict === 'no' ? `${authority}: a risk can’t be excluded` : '';
  const isSplit = all.some(
    ({ limit: other, verdict: its }) =>
      other.authority === authority && other.kind === kind && its !== verdict,
  );
  const what = isSplit ? `${name} ${formNames[form]}` : name.replace(/ (of|for)$/, '');
  return `${WORDS[verdict]} ${authority}’s ${what}`;
}

const stands = (verdicts: readonly IntakeVerdict[]) =>
  [...new Set(marginsLast(verdicts).map((one) => wordOf(one, verdicts)))]
    .filter(Boolean)
    .join('; ') || 'no result';

/** A result as lists show it: what it says of lead and of limits of its food, and how each metal stands under every limit. */
export function metalHit(result: MetalResult) {
  const { id, name, itemName, tags, product_url: imageUrl, sentence, aboveFood } = result;
  const shape = reportShape({ name: itemName, category: productCategoryOf(tags) });
  const said = metalTexts(result);
  const lead = said.find(({ metal }) => metal === 'pb');
  const says = lead ? [lead.text, ...aboveFood].join(' ') : sentence;
  return { id, name, imageUrl, shape, says, words: wordsOf(said) };
}

const wordsOf = (said: readonly MetalTexts[]) =>
  said.map(({ metal, verdicts, few, isGreen: isGood }) => ({
    name: metal === 'as' ? 'Arsenic' : capitalized(formNames[metal]),
    text: [stands(verdicts), ...few].join('. '),
    isGood,
  }));

/** The same in the fewest words, what is above a limit first: `Lead: within FDA’s daily amount. …`. */
export function metalBrief(result: MetalResult): string {
  const said = metalTexts(result);
  if (said.length === 0) return result.sentence;
  const words = wordsOf(said).map(({ name, text }) => `${name}: ${text.replace(/\.?$/, '.')}`);
  const isLeadWithin = said.some(
    ({ metal, verdicts }) => metal === 'pb' && verdicts.some(({ verdict }) => verdict === 'yes'),
  );
  return [...result.aboveFood, ...words, ...(isLeadWithin ? [NO_SAFE_LEAD] : [])].join(' ');
}
export type MetalHit = ReturnType<typeof metalHit> & {
  /** How it stands against others. */
  lines?: readonly string[];
};

export function MetalStands({
  says,
  words,
  lines = [],
}: Pick<MetalHit, 'says' | 'words' | 'lines'>) {
  return (
    <div className="mt-1 sm:text-sm">
      <p>{says}</p>
      <dl className="my-1">
        {words.map(({ name, text, isGood }) => (
          <div key={name}>
            <dt className="inline font-medium">{name}</dt>{' '}
            <dd className={`inline ${isGood ? 'text-accent-ink' : 'text-ink-soft'}`}>{text}</dd>
          </div>
        ))}
      </dl>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

/** Several, each with the way to its report. */
export function MetalHits({ hits }: { hits: readonly MetalHit[] }) {
  return (
    <ul>
      {hits.map(({ id, name, imageUrl, shape, ...stands }) => (
        <Hit
          key={id}
          to={`/plasticlist/${id}`}
          name={name}
          photo={<SmallPhoto url={imageUrl} shape={shape} />}
        >
          <MetalStands {...stands} />
        </Hit>
      ))}
    </ul>
  );
}
