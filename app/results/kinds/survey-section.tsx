import { href, Link } from 'react-router';
import { ChartTable } from '#app/results/strip/chart-table.tsx';
import { Axis } from '#app/results/strip/strip.tsx';
import { RuledSection } from '#app/ui/rule-label.tsx';
import type { SurveyOfKind } from './survey-found.server.ts';

const MARKS_PX = 18;

/** What surveys found in foods of a kind, apart from tests: thin marks, and the same in words. */
export function SurveySection({ survey }: { survey: SurveyOfKind }) {
  return (
    <RuledSection id="survey" title="What a survey found" className="mt-10">
      <div className="mt-2 max-w-3xl text-sm text-ink-soft *:mt-1">
        <p className="text-base text-ink">
          These are no tests of ours and no tests of a product: no level, order, or share of a limit
          follows from them.
        </p>
        {survey.about.map((text) => (
          <p key={text}>{text}</p>
        ))}
        {survey.isComposite && (
          <p>
            DEHP and BPA stand for themselves, not for their families: DINP, BPS, BPF, DEHT, and
            DINCH were not measured.
          </p>
        )}
        <p>
          {survey.drawn} A tall line is what was measured; a low, dotted one stands where nothing
          was detected, at the limit that is stated.
        </p>
      </div>
      {survey.blocks.map((block) => (
        <div key={block.source} className="mt-5">
          <h3 className="text-lg">{block.name}</h3>
          <p className="text-sm text-ink-soft">
            {block.age} Source: {block.source},{' '}
            <a href={block.license.url} className="link">
              {block.license.title}
            </a>
            .
          </p>
          <ul>
            {block.found.map((one) => (
              <li
                key={one.name}
                className="grid gap-y-1 border-b border-line py-2.5 md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_minmax(0,14rem)] md:gap-x-6"
              >
                <h4 className="font-medium">{one.name}</h4>
                <ThinMarks {...one} />
                <p className="text-sm">{one.sentence}</p>
              </li>
            ))}
          </ul>
          <ChartTable caption={block.name} head={block.head} rows={block.cells} className="mt-1" />
        </div>
      ))}
      {survey.pfas && (
        <p className="mt-5 max-w-3xl">
          PFAS were measured in {survey.pfas.composites} too:{' '}
          <Link to={href('/surveys')} className="link">
            rows and tables of all surveys
          </Link>
          . {survey.pfas.note}
        </p>
      )}
    </RuledSection>
  );
}

function ThinMarks({ measured, below, axis }: SurveyOfKind['blocks'][number]['found'][number]) {
  const lines = (places: readonly number[], to: number) =>
    [...new Set(places)].map((at) => `M${at} 1V${to}`).join('');
  return (
    <div className="@container" aria-hidden="true">
      <svg
        width="100%"
        height={MARKS_PX + 24}
        className="block overflow-visible font-mono text-2xs text-ink-soft tabular forced-colors:text-[color:CanvasText]"
      >
        <svg height={MARKS_PX} viewBox="0 0 100 1" preserveAspectRatio="none">
          <path d={lines(measured, 0)} vectorEffect="non-scaling-stroke" className="stroke-ink" />
          <path
            d={lines(below, 0.5)}
            vectorEffect="non-scaling-stroke"
            strokeDasharray="2 1"
            className="stroke-current"
          />
        </svg>
        <Axis {...axis} top={MARKS_PX} />
      </svg>
    </div>
  );
}
