import { expect, it, vi } from 'vitest';
import { everyPlace } from '#test/fuzz/places.ts';
import { reportOf, runFuzz } from '#test/fuzz/run-fuzz.ts';
import { twoPeople } from '#test/fuzz/two-people.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { useStory } from '#test/support/story.ts';
import { addFirstProducts } from '#cli/first-data.ts';

/** The short form of `npm run fuzz`: every place, a few times. */
const story = useStory({}, uncompiledPages);

it(
  'no call and no page breaks, whatever it is asked, signed in or out',
  { retry: 0, timeout: 600_000 },
  async () => {
    // The router's own page of problems, which stands for the site's here, prints each.
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await addFirstProducts();
    const { places, find } = await everyPlace();
    expect(places.length).toBeGreaterThan(100);
    const posted = places.filter(({ form }) => form).map(({ path }) => path);
    const seed = Number(process.env.FUZZ_SEED ?? 1);
    const found = await runFuzz({ seed, each: 2, places, find, ...twoPeople(story) });
    console.log(reportOf(found));
    expect(found.faults).toEqual([]);
    // It is read further than its headers.
    expect(found.statuses.get(200)).toBeGreaterThan(found.requests / 10);
    for (const adapter of [
      /GET \/admin/,
      /(GET|HEAD) \/api\/(contributions|my-data)|erase-my-data/,
    ]) {
      const opened = [...found.opened].filter((what) => what.startsWith('administrator'));
      expect(opened).toContainEqual(expect.stringMatching(adapter));
    }
    expect(posted).toEqual(expect.arrayContaining(['/admin/digest', '/contact']));
  },
);
