import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { Section } from '#app/prose/blocks.ts';
import type { readFaq } from './read-faq.server.ts';
import { track } from '#app/analytics/track.ts';

/** The anchor that every way back leads to. */
export const INDEX_ID = 'questions';

export interface FaqShown {
  faq: ReturnType<typeof readFaq>;
  /** The question that the address names; undefined until scripts know it. */
  chosen: string | undefined;
}

/** Every question, by category: beside the answers where there is room, above them elsewhere. */
export function FaqIndex({ faq, chosen }: FaqShown) {
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
        {faq.map(({ id, title, questions }) => (
          <section key={id}>
            <h3 className="border-b border-line pb-1.5 font-mono! text-sm font-medium tracking-normal!">
              <Link to={`#${id}`} className="hover:underline">
                {title}
              </Link>
            </h3>
            <ul className="mt-1.5">
              {questions.map((question) => (
                <li key={question.id}>
                  <QuestionLink
                    category={title}
                    question={question}
                    isChosen={question.id === chosen}
                  />
                </li>
              ))}
            </ul>
          </section>
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

function QuestionLink({
  category,
  question: { id, title },
  isChosen,
}: {
  category: string;
  question: Section;
  isChosen: boolean;
}) {
  return (
    <Link
      to={`#${id}`}
      aria-current={isChosen ? 'location' : undefined}
      onClick={() => {
        // The one that is open already is not chosen again.
        if (!isChosen) track('FAQ Click', { category, question: title, id });
      }}
      className="flex min-h-11 items-center border-l-3 border-transparent py-1.5 pl-3 text-sm leading-snug text-ink-soft hover:text-ink hover:underline sm:min-h-9 lg:min-h-8 aria-[current]:border-accent aria-[current]:bg-accent-wash aria-[current]:text-accent-ink"
    >
      {title}
    </Link>
  );
}
