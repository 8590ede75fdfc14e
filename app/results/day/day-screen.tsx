import type { ReactNode } from 'react';
import { href, Link } from 'react-router';
import { howTested } from '#app/catalogue/comparable.ts';
import { capitalized } from '#app/kit/text.ts';
import { BOUNDS_GUIDE } from '#app/results/answers/answer.ts';
import { isNeeded } from '#app/results/answers/product-category.ts';
import { WEIGHT_REFUSED } from '#app/results/answers/viewpoint.ts';
import * as messages from '#app/results/messages.ts';
import { firstWeeks } from '#app/toxicology/body-weights.ts';
import { familyOf } from '#app/toxicology/families.ts';
import { limitsNamed } from '#app/toxicology/limits-named.ts';
import { series } from '#app/toxicology/metals/sentences.ts';
import { strengthWords } from '#app/toxicology/which-is-lower.ts';
import { Button } from '#app/ui/button.tsx';
import { Input, Select } from '#app/ui/field.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { addUpDay, unratedOf, type DayTotal } from './day-of.ts';
import { dayEaters, type DayQuery } from './day-query.ts';
import type { DayItem, DaySwap } from './day-schema.ts';
import { DayStrip } from './day-strip.tsx';
import { formulaOf } from './day-sum.ts';
import { countedAs, gramsText, whoseLimitText, partText, shareOfLimit } from './day-text.ts';

/** A day, and what it is made of; whatever is changed goes to `onChange`, as an address says it. */
export function DayScreen({
  items,
  query,
  onChange,
}: {
  items: readonly DayItem[];
  query: DayQuery;
  onChange: (query: string) => void;
}) {
  const day = addUpDay(items, query);
  return (
    <>
      <form
        method="get"
        action={href('/day')}
        onChange={({ currentTarget: form }) =>
          // Fields are texts, all of them.
          onChange(String(new URLSearchParams(new FormData(form) as unknown as URLSearchParams)))
        }
        className="mt-6 print:hidden"
      >
        <p className="mb-2">Servings a day, in halves, or grams: 2, 0.5, 150 g.</p>
        <input type="hidden" name="ids" value={day.rows.map(({ item }) => item.id).join()} />
        <ul aria-label="Eaten in a day">
          {day.rows.map((row) => (
            <Row key={row.item.id} {...row} />
          ))}
        </ul>
        <datalist id="halves">
          {Array.from({ length: 13 }, (_, at) => (
            <option key={at}>{at / 2}</option>
          ))}
        </datalist>
        <div className="mt-4 flex flex-wrap items-end gap-3">
          <Select label="For whom" name="for" defaultValue={day.eater.key} className="max-w-full">
            {Object.entries(dayEaters).map(([key, { name }]) => (
              <option key={key} value={key}>
                {capitalized(name)}
              </option>
            ))}
          </Select>
          <Input
            label="Own weight, kg or lb"
            name="weight"
            defaultValue={query.weight}
            hint={
              query.weight &&
              !query.weightKg &&
              `${WEIGHT_REFUSED} Add its unit, such as 62 kg or 137 lb. Until then, the usual weight counts.`
            }
            className="w-60"
          />
          <label className="flex min-h-11 items-center gap-2">
            <input type="checkbox" name="all" value="1" defaultChecked={query.isAll} />
            This is all that is eaten
          </label>
          <Button type="submit">Get an address for this day</Button>
        </div>
      </form>
      <Part title="What it adds up to">
        <p className="mt-2 max-w-prose">
          A day for {day.eater.text}.{' '}
          {day.eater.isOwn && day.blocks.some(({ key }) => key === 'pb') && messages.DAY_OWN_WEIGHT}
        </p>
        {day.blocks.map((block) => (
          <section key={block.key} aria-label={capitalized(block.name)} className="mt-5 print:mt-2">
            <h3 className="text-xl print:text-xs">{capitalized(block.name)}</h3>
            <div role="status">
              {block.sentences.map((sentence) => (
                <p key={sentence} className="mt-1 max-w-prose tabular">
                  {sentence}
                </p>
              ))}
            </div>
            <DayStrip block={block} />
          </section>
        ))}
        {day.blocks.length === 0 && <p>{day.nothing}</p>}
      </Part>
      <Changes {...day.changes} />
      <NotIn {...{ day, query }} />
    </>
  );
}

/** One thing, what one serving of it is or why it does not count, and how much of it is eaten. */
function Row({ item, much, why }: DayTotal['rows'][number]) {
  const { name, serving_g: servingG, kind } = item;
  const formula = formulaOf(item);
  const perG = formula?.asFedPerG;
  const fed = perG && servingG ? ` (${gramsText({ item, grams: servingG })})` : '';
  const grams = formula ? ` Grams are ${perG ? '' : 'as tested, not '}as fed.` : '';
  const how = howTested(item.report ?? item.item);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line py-2">
      <span className="min-w-[min(12rem,100%)] flex-1">
        <ItemLink {...item} />
        <span className="block">
          {why ??
            `One serving is ${servingG ?? 'unknown'} g${fed}${how ? `, tested ${how}` : ''}.${grams}`}{' '}
          {why && kind && (
            <Link
              discover="none"
              to={href('/plasticlist/kinds/:kind', { kind: kind.key })}
              className="link"
            >
              {kind.name}
            </Link>
          )}
        </span>
      </span>
      <Input
        label={`Servings a day of ${name}, or grams as 150 g`}
        labelHidden
        name="eat"
        list="halves"
        autoComplete="off"
        defaultValue={
          'typed' in much ? much.typed : 'grams' in much ? `${much.grams} g` : much.servings
        }
        className="w-24"
      />
    </li>
  );
}

function ItemLink({ id, name, report = id }: Pick<DaySwap, 'id' | 'name'> & Partial<DayItem>) {
  return (
    <Link
      discover="none" // else a request names all that is eaten
      to={report === id ? `/plasticlist/${id}` : `/product/${id}`}
      className="link wrap-anywhere"
    >
      {name}
    </Link>
  );
}

function Changes({ swap, less }: DayTotal['changes']) {
  const isCareful = [swap?.from, less?.part.item].some((item) => item && isNeeded(item.tags));
  return (
    <Part title="What to change first">
      <p className="mt-2 max-w-prose">
        {swap && <ItemLink {...swap.to} />} {swap ? swapText(swap) : messages.DAY_NO_SWAP}
      </p>
      <p className="mt-2 max-w-prose">{less ? lessText(less) : messages.DAY_NO_LESS}</p>
      {isCareful && <p className="mt-2">{messages.ASK_A_DOCTOR}</p>}
    </Part>
  );
}

/** After what is lower. */
function swapText({ from, to, lessPercent }: NonNullable<DayTotal['changes']['swap']>): string {
  const { name, whoseLimit } = familyOf(to.family);
  return `in place of ${from.name}, in as many servings: lower ${strengthWords[to.strength]} in ${name.toLowerCase()}, on average by at least ${shareOfLimit(lessPercent, `${whoseLimit} limit`, 'floor')}${countedAs(to.family, [from])}.`;
}

function lessText(less: NonNullable<DayTotal['changes']['less']>): string {
  const { part, block, share, isMost } = less;
  const what = share < 1 ? 'With one serving a day less of' : 'Without';
  const most = isMost ? 'it adds most' : 'of what one may have less of, it adds most';
  const much = partText(part, block, share, (percent, end) =>
    shareOfLimit(percent, whoseLimitText(block), end),
  );
  return `${what} ${part.item.name} a day has ${much} less${countedAs(block.family, [part.item])}: ${most} ${block.name}.`;
}

function NotIn({ day, query }: { day: DayTotal; query: DayQuery }) {
  const { rows, untested, notIn, eater } = day;
  const missing = query.eaten.flatMap(({ id }) =>
    rows.some(({ item }) => item.id === id) ? [] : String(id),
  );
  const unrated = rows.flatMap(({ item }) =>
    unratedOf(item).map((one) => `${one} of ${item.name}`),
  );
  return (
    <Part title="What is not in it">
      <ul className="mt-2 max-w-prose">
        {Object.entries(notIn).map(
          ([what, names]) => names.length > 0 && <li key={what}>{`${what}: ${series(names)}.`}</li>,
        )}
        {missing.length > 0 && <li>{`Nothing here has No. ${series(missing)}.`}</li>}
        {unrated.length > 0 && <li>{`Not rated, and in no sum: ${series(unrated)}.`}</li>}
        {untested.length > 0 && <li>{`What counts is not tested for ${series(untested)}.`}</li>}
        <li>{query.isAll ? messages.DAY_ALL : messages.DAY_PART}</li>
      </ul>
      <p className="mt-3 max-w-prose text-ink-soft">
        {eater.key === 'baby' &&
          `${messages.DAY_BABY} ${firstWeeks.text} (${firstWeeks.citation.number}). `}
        {`${messages.DAY_LIMITS} ${limitsNamed()} ${BOUNDS_GUIDE}`}
      </p>
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-8 print:mt-3">
      <RuleLabel>{title}</RuleLabel>
      {children}
    </section>
  );
}
