import type { ComponentType } from 'react';
import { describe, expect, test } from 'vitest';
import { ErrorBoundary as ProductProblem } from '#app/pages/product.page.tsx';
import { ErrorBoundary as RevisionProblem } from '#app/results/report/revision.page.tsx';
import { ErrorBoundary as ReportProblem } from '#app/results/report/tested-report.page.tsx';
import { ErrorBoundary as PageProblem } from '#app/root.tsx';
import { rendered } from '#test/support/rendered.tsx';

/** What a page shows in place of itself; sentences are the specification's, typed from there. */
function shown(Boundary: unknown, error: unknown) {
  const Problem = Boundary as ComponentType<{ error: unknown; params: object }>;
  return rendered(<Problem error={error} params={{}} />);
}

/** What a loader that throws `data(sentence, { status: 404 })` becomes on its way. */
const missing = (sentence: string) => ({
  status: 404,
  statusText: '',
  internal: false,
  data: sentence,
});
const broken = new Error('connect ECONNREFUSED 127.0.0.1:5432');

describe('in place of a product', () => {
  test('that cannot be fetched', () => {
    const { text, html } = shown(ProductProblem, broken);
    expect(text).toContain('Failed to load product details.');
    expect(html).toMatch(/<a href=""[^>]*>Try again</);
    expect(text).not.toMatch(/ECONNREFUSED|\[ERROR\]/);
  });

  test('that there is not', () => {
    const { text } = shown(ProductProblem, missing('whatever the loader said'));
    expect(text).toContain('[ERROR]: Product not found');
    expect(text).not.toMatch(/Failed to load|whatever/);
  });

  test('an error of another status is a failure', () => {
    const { text } = shown(ProductProblem, { ...missing('down'), status: 503 });
    expect(text).toContain('Failed to load product details.');
  });
});

test('in place of a page that more was sent to than it takes', () => {
  const { text, html } = shown(PageProblem, {
    ...missing(
      'What you sent is larger than this page accepts. None of it was read, and nothing was saved. The form says how large a file may be.',
    ),
    status: 413,
  });
  expect(text).toContain('This is too large. What you sent is larger than this page accepts.');
  expect(text).not.toContain('on our side');
  expect(html).toMatch(/<a href=""[^>]*>Back to the form</);
});

describe.each([
  ['a report', ReportProblem, 'Product not found'],
  ['an earlier revision', RevisionProblem, 'These results were never published'],
])('in place of %s', (_, Boundary, sentence) => {
  test('that cannot be fetched', () => {
    const { text, html } = shown(Boundary, broken);
    expect(text).toContain('Something went wrong');
    expect(text).toContain('Failed to load product details.');
    expect(text).not.toContain('ECONNREFUSED');
    expect(html).toContain('href="/plasticlist"');
  });

  test('that there is not', () => {
    const { text } = shown(Boundary, missing(sentence));
    expect(text).toContain(`No such report ${sentence}`);
    expect(text).not.toContain('Failed to load');
  });
});
