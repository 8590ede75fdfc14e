import { href } from 'react-router';
import { siteUrl } from '#app/config.ts';
import { metaOf } from '#app/feeds/page-meta.ts';
import { dayText } from '#app/kit/day-text.ts';
import { capitalized, counted } from '#app/kit/text.ts';
import { Prose } from '#app/prose/prose.tsx';
import { readSections } from '#app/prose/read-text.server.ts';
import { NO_TESTS, type Survey } from '#app/surveys/survey.ts';
import { surveys, surveyTable, surveyTitle } from '#app/surveys/surveys.ts';
import { PageHead } from '#app/ui/page-head.tsx';
import { TextLink } from '#app/ui/text-link.tsx';
import type { Route } from './+types/surveys.page.ts';

export function loader() {
  const records = surveys.map(recordText).join('\n\n');
  return { sections: readSections('surveys', { records }), baseUrl: siteUrl() };
}

/** A survey as a section of the text, with its table in the newest release. */
function recordText(survey: Survey): string {
  const { key, measured, license, from, copiedOn, file, note } = survey;
  const files = ['csv', 'jsonl', 'parquet'].map((format) => `${surveyTable(survey)}.${format}`);
  return [
    `## ${surveyTitle(survey)} {#${key}}\n`,
    `- **Samples.** ${capitalized(measured)}: ${counted(file.rows, 'row')}`,
    `- **License.** [${license.title}](${license.url})`,
    `- **Copied** from [${from.replace('https://github.com/', '')}](${from.split(' ')[0]}) on ${dayText(copiedOn)}; SHA-256 ${file.sha256}`,
    `- **Tables.** ${files.map((name) => `[${name}](/data/latest/${name})`).join(', ')}`,
    ...(note ? [`\n${note}`] : []),
  ].join('\n');
}

export const meta = metaOf(href('/surveys'), {
  title: 'What surveys found',
  description: `What Health Canada’s Total Diet Study and FDA’s surveys measured in foods, as tables with their licenses. ${NO_TESTS}`,
});

/** The records of surveys, with the tables that their rows are in. */
export default function SurveysPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="What surveys found">
        {NO_TESTS} Each row is in <TextLink to={href('/data')}>the open data</TextLink> as its file
        has it, and enters no figure of a test.
      </PageHead>
      <div className="page-column flex max-w-prose flex-col gap-10 pt-8 pb-20">
        {loaderData.sections.map(({ id, title, blocks }) => (
          <section key={id} aria-labelledby={id} className="flex flex-col gap-3 wrap-anywhere">
            <h2 id={id} className="text-xl">
              {title}
            </h2>
            <Prose blocks={blocks} />
          </section>
        ))}
      </div>
    </>
  );
}
