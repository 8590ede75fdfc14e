import { describe, expect, test } from 'vitest';
import { baby, eaterOf, specChild, type Eater } from '#app/results/answers/eater.ts';
import { findSameKind } from '#app/results/rank/same-kind.server.ts';
import { findTestedReport } from '#app/results/read/tested-report.server.ts';
import { useDatabaseWithResults } from '#test/support/database.ts';
import { rendered } from '#test/support/rendered.tsx';
import { WhatToDo } from './what-to-do.tsx';

useDatabaseWithResults();

/** What to do of a report, for whom it opens with or somebody else. */
async function whatToDo(id: number, other?: Eater) {
  const report = (await findTestedReport(String(id)))!;
  const viewpoint = { ...(other ?? eaterOf(report)), authority: 'EFSA' } as const;
  const sameKind = await findSameKind(report);
  return rendered(<WhatToDo {...{ report, sameKind, viewpoint }}>{null}</WhatToDo>);
}

describe('a next step', () => {
  test('names a lower one of the kind with its hedge, and links to it', async () => {
    const { html, text } = await whatToDo(227);
    expect(text).toContain(
      'Enfamil Neuro Pro 587g Infant Formula (Tub) : Lower on average than this one in phthalates and substitutes; their samples overlap.',
    );
    expect(html).toContain('href="/plasticlist/1"');
    expect(html).toContain('href="/plasticlist/kinds/infant-formula#follow-kind"');
  });

  test('says where none of the others is lower, and never offers a dish in its container', async () => {
    expect((await whatToDo(58)).text).toContain(
      'Of the others tested that are not known to be above a limit (BPS and BPF counted as BPA), none is clearly lower in phthalates and bisphenols by best estimate.',
    );
    expect((await whatToDo(33)).html).not.toContain('href="/plasticlist/34"');
  });

  test.each([187, 176, 20, 61, 155])('%i names what is lower in a medium family', async (id) => {
    expect((await whatToDo(id)).text).toMatch(/: Lower (for certain|in every|on average)/);
  });

  test('of bottled water is tap water too, by its own figures for whoever drinks it', async () => {
    expect((await whatToDo(329, specChild)).text).toContain(
      'Tap water, 10 tested: phthalates that count found in none, at most 3.1% of the European limit; bisphenols found in none, at most 420 times the European BPA limit, all counted as BPA.',
    );
    expect((await whatToDo(329, { ...baby, servings: 1 })).text).toContain(
      'Tap water, 10 tested: phthalates that count found in none, at most 8.6% of the European limit;',
    );
    expect((await whatToDo(70)).text).not.toContain('Tap water');
  });
});
