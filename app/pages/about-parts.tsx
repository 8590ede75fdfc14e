import type { ReactNode } from 'react';
import { formatCents, FULL_FUNDING_CENTS, LEVEL_CENTS, LEVELS } from '#app/kit/money.ts';
import { USUAL_LAB_CENTS } from '#app/kit/facts.ts';
import type { Block, Section } from '#app/prose/blocks.ts';
import { Inlines, Prose } from '#app/prose/prose.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';

/** What a product's goal is made of, as on a bill. */
export function Bill() {
  return (
    <section aria-labelledby="bill">
      <RuleLabel id="bill">How a product’s goal adds up</RuleLabel>
      <dl className="mt-4 divide-y divide-line rounded-lg border border-line-strong bg-paper-raised px-4 shadow-raised sm:px-5">
        <Line name="What a laboratory normally asks for one sample">
          about {formatCents(USUAL_LAB_CENTS)}
        </Line>
        <Line name="What one sample costs here, as our target">{formatCents(LEVEL_CENTS)}</Line>
        <Line name="Samples of each product">× {LEVELS}</Line>
        <Line name="Fully funded" isTotal>
          {formatCents(FULL_FUNDING_CENTS)}
        </Line>
      </dl>
    </section>
  );
}

function Line({
  name,
  isTotal = false,
  children,
}: {
  name: string;
  isTotal?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 py-2.5">
      <dt className={isTotal ? 'font-medium' : 'text-sm text-ink-soft'}>{name}</dt>
      <dd
        className={`shrink-0 font-display tabular ${isTotal ? 'text-2xl text-accent-ink' : 'text-lg'}`}
      >
        {children}
      </dd>
    </div>
  );
}

/** A part of the page: an ordered list are its steps, another what was found. */
export function AboutSection({ section: { id, title, blocks } }: { section: Section }) {
  return (
    <section aria-labelledby={id}>
      <RuleLabel id={id}>{title}</RuleLabel>
      {blocks.map((block, at) =>
        block.type === 'list' ? (
          <Points key={at} list={block} />
        ) : (
          <div key={at} className="mt-3 text-ink-soft">
            <Prose blocks={[block]} />
          </div>
        ),
      )}
    </section>
  );
}

function Points({ list }: { list: Block & { type: 'list' } }) {
  const [List, Item] = list.isOrdered ? (['ol', Step] as const) : (['ul', Finding] as const);
  return (
    <List className="mt-2 divide-y divide-line">
      {list.items.map((lines, at) => (
        <Item key={at} number={at + 1} lines={lines} />
      ))}
    </List>
  );
}

interface ItemProps {
  number: number;
  lines: readonly Block[];
}

/** From the first dollar to the published figure: what happens, and how. */
function Step({ number, lines: [title, text] }: ItemProps) {
  return (
    <li className="flex gap-4 py-4">
      <span
        aria-hidden="true"
        className="mt-0.5 flex size-7 shrink-0 items-center justify-center rounded-md border border-accent bg-accent-wash font-mono text-sm text-accent-ink"
      >
        {number}
      </span>
      <div className="min-w-0">
        <Words of={title} className="font-medium" />
        <Words of={text} className="mt-1 text-sm text-ink-soft" />
      </div>
    </li>
  );
}

/** What others found: a figure, of what it is, and whose it is. */
function Finding({ lines: [figure, title, text] }: ItemProps) {
  return (
    <li className="grid gap-x-5 gap-y-1 py-4 sm:grid-cols-[6.5rem_minmax(0,1fr)]">
      <Words of={figure} className="font-display text-2xl tabular text-accent-ink" />
      <div>
        <Words of={title} className="font-medium" />
        <Words of={text} className="mt-1 text-sm text-ink-soft" />
      </div>
    </li>
  );
}

function Words({ of, className }: { of: Block | undefined; className: string }) {
  if (of?.type !== 'paragraph') return null;
  return (
    <p className={className}>
      <Inlines content={of.content} />
    </p>
  );
}
