import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { localDay, PostDate } from './post-date.tsx';

/** Whether what is rendered is what a browser shows once it has taken the page over. */
let isTakenOver = false;
vi.mock('react', async (actual) => {
  const react = await actual<typeof import('react')>();
  const useSyncExternalStore: typeof react.useSyncExternalStore = (subscribe, here, onServer) =>
    react.useSyncExternalStore(subscribe, here, isTakenOver ? here : onServer);
  return { ...react, useSyncExternalStore };
});
afterEach(() => {
  isTakenOver = false;
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const DAY = '2025-02-03';
const rendered = () => renderToString(<PostDate day={DAY} />).replaceAll('<!-- -->', '');

describe('the date of a post', () => {
  test('is written one way by the server, whoever reads it', () => {
    vi.stubGlobal('navigator', { languages: ['de-DE'] });
    expect(rendered()).toMatch(
      /^<p[^>]*>Published: <time dateTime="2025-02-03" lang="en-US" dir="auto">February 3, 2025<\/time><\/p>$/i,
    );
  });

  test.each([
    [['en-US', 'en'], 'en-US', 'February 3, 2025'],
    [['en-GB', 'en-US'], 'en-GB', '3 February 2025'],
    [['de-DE', 'en'], 'de-DE', '3. Februar 2025'],
    [['ja'], 'ja', '2025年2月3日'],
    [[], 'en-US', 'February 3, 2025'],
  ])('is then the reader’s own, by %j', (languages, lang, text) => {
    vi.stubGlobal('navigator', { languages });
    isTakenOver = true;
    expect(rendered()).toContain(`lang="${lang}" dir="auto">${text}</time>`);
  });

  test.each([[['en-US@posix']], [['C']], [['tlh', 'xx-invalid-tag-that-is-too-long']]])(
    'is there for a browser that names no language, %j',
    (languages) => {
      expect(localDay(DAY, languages)).toEqual({ text: 'February 3, 2025', lang: 'en-US' });
    },
  );
});

test.each(['Pacific/Honolulu', 'Pacific/Kiritimati'])('a day is the same day in %s', (zone) => {
  vi.stubEnv('TZ', zone);
  expect(localDay(DAY, ['en-GB']).text).toBe('3 February 2025');
});
