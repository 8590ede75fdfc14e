import { describe, expect, it } from 'vitest';
import { nextInTest } from './read-todo.server.ts';
import { todoList, type Waiting } from './todo.ts';

const TODAY = '2026-11-24';
const product = { id: 1061, name: 'Oat Drink' };
const textsOf = (...waiting: Waiting[]) =>
  todoList(waiting, TODAY).map(({ text, when }) => text + when);

describe('what waits', () => {
  it.each<[Waiting, string, string]>([
    [
      {
        kind: 'dispute',
        id: 'dp_1',
        cents: 5_000,
        product,
        since: '2026-11-01',
        due: '2026-11-28',
      },
      'Answer the dispute over $50 for 1061 Oat Drink by November 28, 2026',
      '/admin/people#disputes',
    ],
    [
      { kind: 'dispute', id: 'dp_1', cents: 4_550, since: '2026-11-01' },
      'Answer the dispute over $45.50 (since November 1, 2026)',
      '/admin/people#disputes',
    ],
    [
      { kind: 'refunds-held', cents: 300_000, since: '2026-11-20' },
      'Approve the refunds of $3,000 that are held (since November 20, 2026)',
      '/admin#money',
    ],
    [
      { kind: 'failed-refund', cents: 4_000, product, since: '2026-11-20' },
      'Send the failed refund of $40 for 1061 Oat Drink again, or pay it another way (since November 20, 2026)',
      '/admin/people#failed-refunds',
    ],
    [
      { kind: 'unmatched', id: 're_1', cents: -1_500, since: '2026-11-20' },
      'Decide on the unmatched $15 at Stripe (since November 20, 2026)',
      '/admin/people#unmatched',
    ],
    [
      { kind: 'test', name: 'Ship the samples of', product, due: '2026-11-30' },
      'Ship the samples of 1061 Oat Drink: results are promised by November 30, 2026',
      '/admin/testing/1061',
    ],
    [
      { kind: 'test', name: 'Check the results of', product, due: '2026-11-23' },
      'Check the results of 1061 Oat Drink: results were promised by November 23, 2026',
      '/admin/testing/1061',
    ],
    [
      { kind: 'upload', id: 'u1', name: 'a.csv', product, since: '2026-11-24' },
      'Publish or discard the uploaded file a.csv for 1061 Oat Drink (since November 24, 2026)',
      '/admin/results?upload=u1',
    ],
    [
      { kind: 'submission', id: '1061', product, since: '2026-11-02', total: 12 },
      '12 submissions to review, the oldest from November 2, 2026',
      '/admin/submissions',
    ],
    [
      { kind: 'dispute', id: 'dp_1', cents: 1, due: '2026-11-28', total: 4 },
      '4 disputes to answer, the first by November 28, 2026',
      '/admin/people#disputes',
    ],
    [
      { kind: 'webhooks', name: 'No webhook has arrived yet.' },
      'No webhook has arrived yet.',
      '/admin#work',
    ],
  ])('is said with its day and where it is done: %o', (waiting, text, to) => {
    expect(textsOf(waiting)).toEqual([text]);
    expect(todoList([waiting], TODAY)).toMatchObject([{ to }]);
  });

  it('says of what is overdue that it is, from the day after it was due', () => {
    const dispute = (due: string): Waiting => ({ kind: 'dispute', cents: 100, due });
    const [late, soon] = todoList([dispute('2026-11-24'), dispute('2026-11-23')], TODAY);
    expect(late).toMatchObject({ isOverdue: true, when: expect.stringContaining(': it was due ') });
    expect(soon).toMatchObject({ isOverdue: false, when: expect.stringContaining(' by ') });
  });

  it('stands in order: overdue by its day, then by kind, then by what waits for longest', () => {
    const waiting: Waiting[] = [
      { kind: 'submission', product, since: '2026-01-01' },
      { kind: 'unmatched', cents: 400, since: '2026-11-20' },
      { kind: 'unmatched', cents: 500, since: '2026-11-03' },
      { kind: 'test', name: 'Ship the samples of', product, due: '2026-11-20' },
      { kind: 'dispute', cents: 200, due: '2026-11-30' },
      { kind: 'dispute', cents: 300, since: '2026-01-01' },
      { kind: 'dispute', cents: 100, due: '2026-11-10' },
      { kind: 'clocks', name: 'Clocks disagree.' },
    ];
    const order = todoList(waiting, TODAY).map(
      ({ kind, text, when }) => `${kind} ${/\$\d|November \d+/.exec(text + when)?.[0] ?? ''}`,
    );
    expect(order).toEqual([
      'dispute $1',
      'test November 20',
      'clocks ',
      'dispute $2',
      'dispute $3',
      'unmatched $5',
      'unmatched $4',
      'submission ',
    ]);
  });

  it('lists three of a kind one by one, and more of them in one line', () => {
    const request = (day: number): Waiting => {
      return { kind: 'refund-request', cents: 100, since: `2026-11-0${day}` };
    };
    expect(textsOf(request(2), request(1), request(3))).toHaveLength(3);
    expect(textsOf(request(2), request(1), request(3), request(4))).toEqual([
      '4 refund requests to decide, the oldest from November 1, 2026',
    ]);
  });

  it('tells two messages in one line, as one reads like the other', () => {
    const message = { kind: 'message', since: '2026-11-01' } as const;
    expect(textsOf(message, { ...message, since: '2026-11-02' })).toEqual([
      '2 messages to answer, the oldest from November 1, 2026',
    ]);
  });

  it('is nothing where nothing waits', () => {
    expect(textsOf()).toEqual([]);
  });
});

describe('what is next in a test', () => {
  it.each([
    ['Buy the samples of', []],
    ['Buy the samples of', [['bought', 'given-up']]],
    ['Ship the samples of', [['bought'], ['bought', 'shipped']]],
    ['Record that the laboratory has the samples of', [['bought', 'shipped']]],
    [
      'Ask the laboratory for the results of',
      [
        ['bought', 'shipped', 'at-lab'],
        ['bought', 'shipped', 'at-lab', 'results-in'],
      ],
    ],
    [
      'Check the results of',
      [
        ['bought', 'shipped', 'at-lab', 'results-in'],
        ['bought', 'given-up'],
      ],
    ],
    ['Buy the other samples of', [['bought', 'shipped', 'at-lab', 'results-in', 'checked']]],
  ] as const)('is decided by the sample that is least far: %s', (text, samples) => {
    expect(nextInTest(samples, 2).text).toBe(text);
  });

  it('is publishing where as many samples are checked as were paid for', () => {
    const checked = ['bought', 'shipped', 'at-lab', 'results-in', 'checked'] as const;
    expect(nextInTest([checked, checked], 2)).toEqual({
      text: 'Publish the results of',
      areResultsIn: true,
    });
  });
});
