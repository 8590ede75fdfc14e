import { Link } from 'react-router';
import { INDEX_ID, type FaqShown } from './faq-index.tsx';
import type { Section } from '#app/prose/blocks.ts';
import { Prose } from '#app/prose/prose.tsx';

/**
 * Every answer, by category. `chosen`, the one that the address names, is marked; while that is
 * undefined the browser's own `:target` marks it, which links of the router do not move.
 */
export function FaqAnswers({ faq, chosen }: FaqShown) {
  return (
    <div className="flex min-w-0 max-w-3xl flex-col gap-14">
      {faq.map(({ id, title, questions }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id} className="text-2xl sm:text-3xl">
            {title}
          </h2>
          <div className="mt-4 flex flex-col">
            {questions.map((question) => (
              <Question key={question.id} {...{ question, chosen }} />
            ))}
          </div>
        </section>
      ))}
      <BackToQuestions />
    </div>
  );
}

const MARKED = 'border-l-accent bg-accent-wash';
const MARKED_BY_BROWSER = 'border-l-transparent target:border-l-accent target:bg-accent-wash';

function Question({
  question: { id, title, blocks },
  chosen,
}: Pick<FaqShown, 'chosen'> & { question: Section }) {
  const look =
    chosen === undefined ? MARKED_BY_BROWSER : chosen === id ? MARKED : 'border-l-transparent';
  return (
    <article
      id={id}
      aria-labelledby={`${id}-title`}
      data-chosen={chosen === id || undefined}
      className={`-mx-3 border-t border-l-3 border-t-line px-3 py-5 transition-colors duration-300 sm:-mx-5 sm:px-5 ${look}`}
    >
      <h3 id={`${id}-title`} className="text-xl">
        {title}
      </h3>
      <div className="mt-3 flex flex-col gap-3 text-ink-soft">
        <Prose blocks={blocks} />
      </div>
    </article>
  );
}

/** Small screens only: at hand while answers are read, and gone where they end. */
function BackToQuestions() {
  return (
    <Link
      to={`#${INDEX_ID}`}
      className="foot-bar sticky bottom-[calc(1rem+var(--foot,0px))] z-10 -mt-6 inline-flex min-h-11 items-center gap-2 self-end rounded-md border border-line-strong bg-paper-raised px-4 font-mono text-sm text-ink shadow-raised lg:hidden"
    >
      <span aria-hidden="true">↑</span> Back to questions
    </Link>
  );
}
