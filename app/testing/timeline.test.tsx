import { describe, expect, it } from 'vitest';
import { LEFT_POLICY } from '#app/kit/policies.ts';
import { statementLines } from './statement-lines.ts';
import { TestingStatement } from './testing-statement.tsx';
import { TestingTimeline } from './testing-timeline.tsx';
import type { Statement, Testing, TestSample, TestStep } from './testing-schema.ts';
import { promiseSentence, timelineOf } from './timeline.ts';
import { rendered } from '#test/support/rendered.tsx';

const statement: Statement = {
  moved: 0,
  raised: 1275,
  card_fees: -38.4,
  samples: -12.87,
  laboratory: -1200,
  shipping: 0,
  other: 0,
  reserve: 0,
  project: 0,
  left: 23.73,
  settled_on: null,
};

const step = (name: TestStep['step'], day: string, more: Partial<TestStep> = {}): TestStep => ({
  step: name,
  day,
  place: null,
  note: null,
  correction: null,
  ...more,
});

const sample = (number: number, ...steps: TestStep[]): TestSample => ({
  number,
  lot: `L-${number}`,
  best_before: null,
  photo: null,
  price: 4.29,
  steps,
});

const testing = (more: Partial<Testing> = {}): Testing => ({
  product_id: 1001,
  testing_status: 'Testing in Progress',
  funded_on: '2026-01-01',
  levels: 3,
  registrations: [],
  begun_on: '2026-01-05',
  published_on: null,
  ended_on: null,
  ended_because: null,
  promised_from: '2026-02-02',
  promised_by: '2026-02-16',
  late_days: 0,
  samples: [],
  statement,
  ...more,
});

const lines = (of: Testing) =>
  timelineOf(of).map(({ day, title, state }) => [day, title, state].join(' | '));

describe('the timeline', () => {
  it('tells samples of one day together, each with its shop, lot and price', () => {
    const bought = (day: string, place: string) => step('bought', day, { place });
    const own = testing({
      samples: [
        sample(1, bought('2026-01-05', 'Corner Shop'), step('shipped', '2026-01-09')),
        sample(2, bought('2026-01-05', 'Market Hall'), step('shipped', '2026-01-09')),
        sample(3, bought('2026-01-06', 'Corner Shop'), step('shipped', '2026-01-09')),
      ],
    });
    expect(lines(own)).toEqual([
      '2026-01-01 | Goal reached | done',
      '2026-01-05 | Samples 1 and 2 bought | done',
      '2026-01-06 | Sample 3 bought | done',
      '2026-01-09 | All 3 samples shipped | done',
      '2026-02-16 | Results, at the latest | due',
    ]);
    expect(timelineOf(own)[1]?.details).toEqual([
      '1: Corner Shop · lot L-1 · $4.29',
      '2: Market Hall · lot L-2 · $4.29',
    ]);
    expect(timelineOf(own)[2]?.details).toEqual(['Corner Shop · lot L-3 · $4.29']);
  });

  it('keeps the order of steps within a day, and says what was corrected and given up', () => {
    const own = testing({
      samples: [
        sample(
          1,
          step('bought', '2026-01-05'),
          step('shipped', '2026-01-05', { correction: 'the wrong day' }),
          step('given-up', '2026-01-20', { note: 'The jar broke.' }),
        ),
      ],
    });
    expect(lines(own).slice(1, 4)).toEqual([
      '2026-01-05 | Sample 1 bought | done',
      '2026-01-05 | Sample 1 shipped | done',
      '2026-01-20 | Sample 1 given up | done',
    ]);
    expect(timelineOf(own)[2]?.details).toEqual(['corrected: the wrong day']);
    expect(timelineOf(own)[3]?.details).toEqual(['The jar broke.']);
  });

  it('says what is to come before anything is bought, and what is there without samples', () => {
    const none = { begun_on: null, promised_from: null, promised_by: null };
    expect(lines(testing(none))).toEqual([
      '2026-01-01 | Goal reached | done',
      ' | Samples to be bought | due',
    ]);
    expect(promiseSentence(testing(none))).toBe(
      'Next, the first sample is bought. We promise results 4–6 weeks after that.',
    );
    const published = { testing_status: 'Tested', published_on: '2026-02-10' };
    expect(lines(testing(published))).toEqual([
      '2026-01-01 | Goal reached | done',
      '2026-01-05 | First sample bought | done',
      '2026-02-10 | Results published | done',
    ]);
  });

  it('ends with the day and the reason where there will be no results', () => {
    const ended = testing({
      ended_on: '2026-03-01',
      ended_because: 'The laboratory cannot open the jar.',
      promised_from: null,
      promised_by: null,
    });
    expect(lines(ended).slice(1)).toEqual([
      '2026-01-05 | First sample bought | done',
      '2026-03-01 | Test ended without results | done',
    ]);
    expect(timelineOf(ended)[2]?.details).toEqual(['The laboratory cannot open the jar.']);
    expect(promiseSentence(ended)).toBe(
      'The test was ended on March 1, 2026. Results are no longer promised, and the product takes no more money.',
    );
  });
});

describe('lateness is admitted', () => {
  it.each([
    [
      {},
      'We promised results 4–6 weeks after the first sample was bought: between February 2, 2026 and',
    ],
    [
      { late_days: 15 },
      'The results are late. We promised them by February 16, 2026, which was 2 weeks and 1 day ago.',
    ],
    [
      { testing_status: 'Tested', published_on: '2026-02-17', late_days: 1 },
      'The results came 1 day late. We had promised them by February 16, 2026.',
    ],
    [{ testing_status: 'Tested', published_on: '2026-02-16' }, 'The results came on time'],
    [{ testing_status: 'Tested' }, undefined],
    [
      { testing_status: 'Untested', begun_on: null, promised_from: null, promised_by: null },
      undefined,
    ],
  ])('%j', (more, shown) => {
    const sentence = promiseSentence(testing(more));
    if (shown === undefined) expect(sentence).toBeUndefined();
    else expect(sentence).toContain(shown);
  });

  it('is drawn in words, not by colour alone', () => {
    const { text, html } = rendered(<TestingTimeline testing={testing({ late_days: 3 })} />);
    expect(text).toContain('The results are late.');
    expect(text).toContain('Results were due (late) February 16, 2026');
    expect(html).toContain('<time dateTime="2026-01-01"');
    expect(html).not.toContain('style=');
  });
});

describe('the statement', () => {
  it('has lines that sum to what is left, to the cent, the rare ones only where they are', () => {
    const all = { ...statement, shipping: -10, other: -5.5, reserve: -8.23, left: 0 };
    const short = { ...statement, laboratory: -1500, reserve: 100, project: 176.27, left: 0 };
    for (const one of [statement, all, short]) {
      const cents = statementLines(one).map(({ amount }) => Math.round(amount * 100));
      expect(cents.reduce((a, b) => a + b, 0)).toBe(Math.round(one.left * 100));
    }
    expect(statementLines(statement)).toHaveLength(4);
    expect(statementLines(all)).toHaveLength(7);
    expect(statementLines(short).slice(4)).toEqual([
      { text: 'From the reserve of tests that cost less', amount: 100 },
      { text: 'From the project’s own money', amount: 176.27 },
    ]);
  });

  it('is a table with a caption and row headings, and says what becomes of the rest', () => {
    const { html, text } = rendered(<TestingStatement statement={statement} />);
    expect(html).toContain('<caption');
    expect(html.match(/scope="row"/g)).toHaveLength(5);
    expect(text).toContain('Card fees, as posted by Stripe −$38.40');
    expect(text).toContain('Raised $1,275.00');
    expect(text).toContain('Left $23.73');
    expect(text).toContain(LEFT_POLICY);
    const missing = rendered(<TestingStatement statement={{ ...statement, left: -1.5 }} />);
    expect(missing.text).toContain('Missing −$1.50');
    const closed = { ...statement, left: 0, reserve: -23.73, settled_on: '2026-03-01' };
    expect(rendered(<TestingStatement statement={closed} />).text).toContain(
      'books closed on March 1, 2026 $0.00',
    );
    const open = rendered(<TestingStatement statement={{ ...closed, left: -15 }} />);
    expect(open.text).toContain('books closed on March 1, 2026, changed since −$15.00');
  });
});
