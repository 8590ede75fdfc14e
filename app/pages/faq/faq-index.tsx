import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { Section } from '#app/prose/blocks.ts';
import type { FaqCategory } from './read-faq.server.ts';
import { track } from '#app/analytics/track.ts';

/** The anchor that every way back leads to. */
export const INDEX_ID = 'questions';

/** Every question, by category: beside the answers where there is room, above them elsewhere. */
export function FaqIndex({
  faq,
  chosen,
}: {
  faq: readonly FaqCategory[];
  chosen: string | undefined;
}) {
  const index = useRef<HTMLElement>(null);
  useEffect(() => showChosen(index.current), [chosen]);
  return (
    <nav
      ref={index}
      id={INDEX_ID}
      aria-labelledby="questions-title"
      className="lg:sticky lg:top-16 lg:-my-1 lg:max-h-[calc(100dvh-5rem-var(--foot,0px))] lg:overflow-y-auto lg:overscroll-contain lg:py-1 lg:pr-4 lg:pl-1"
    >
      <h2 id="questions-title" tabIndex={-1} className="label text-ink-faint">
        Questions
      </h2>
      <div className="mt-3 grid gap-x-10 gap-y-6 sm:max-lg:grid-cols-2">
        {faq.map((category) => (
          <Category key={category.id} category={category} chosen={chosen} />
        ))}
      </div>
    </nav>
  );
}

/** Where the list scrolls by itself, beside the answers: brings the chosen question into its view. */
function showChosen(index: HTMLElement | null): void {
  const link = index?.querySelector('[aria-current]');
  if (!index || !link) return;
  const { top, bottom } = index.getBoundingClientRect();
  const { top: linkTop, bottom: linkBottom } = link.getBoundingClientRect();
  if (linkTop >= top && linkBottom <= bottom) return;
  index.scrollTop += (linkTop + linkBottom - top - bottom) / 2;
}

function Category({ category, chosen }: { category: FaqCategory; chosen: string | undefined }) {
  return (
    <section>
      <h3 className="border-b border-line pb-1.5 font-mono! text-sm font-medium tracking-normal!">
        <Link to={`#${category.id}`} className="hover:underline">
          {category.title}
        </Link>
      </h3>
      <ul className="mt-1.5">
        {category.questions.map((question) => (
          <li key={question.id}>
            <QuestionLink
              category={category}
              question={question}
              isChosen={question.id === chosen}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function QuestionLink({
  category,
  question: { id, title },
  isChosen,
}: {
  category: FaqCategory;
  question: Section;
  isChosen: boolean;
}) {
  return (
    <Link
      to={`#${id}`}
      aria-current={isChosen ? 'location' : undefined}
      onClick={() => {
        // The one that is open already is not chosen again.
        if (!isChosen) track('FAQ Click', { category: category.title, question: title, id });
      }}
      className="flex min-h-11 items-center border-l-3 border-transparent py-1.5 pl-3 text-sm leading-snug text-ink-soft hover:text-ink hover:underline sm:min-h-9 lg:min-h-8 aria-[current]:border-accent aria-[current]:bg-accent-wash aria-[current]:text-accent-ink"
    >
      {title}
    </Link>
  );
}
