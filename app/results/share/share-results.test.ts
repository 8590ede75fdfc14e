import { expect, test, vi } from 'vitest';
import { shareReport, type ShareMeans } from './share-results.tsx';

const picture = new Blob(['png']);

function means(given: Partial<ShareMeans> = {}) {
  return {
    fetchPicture: vi.fn(async () => picture),
    copy: vi.fn(async (found: Promise<Blob>) => void (await found)),
    download: vi.fn(),
    isShownInstead: false,
    ...given,
  };
}

const denied = async () => {
  throw new DOMException('Write permission denied.', 'NotAllowedError');
};
const unavailable = async () => {
  throw new Error('500');
};

test('a picture is copied', async () => {
  const given = means();
  expect(await shareReport(given)).toBe('copied');
  expect(given.download).not.toHaveBeenCalled();
});

test('the clipboard is asked for before the picture is there, within the click', () => {
  const given = means({ fetchPicture: () => new Promise(() => {}) });
  void shareReport(given);
  expect(given.copy).toHaveBeenCalledTimes(1);
});

test('where the clipboard is denied, it is downloaded', async () => {
  const given = means({ copy: denied });
  expect(await shareReport(given)).toBe('downloaded');
  expect(given.download).toHaveBeenCalledExactlyOnceWith(picture);
});

test('on a phone it is shown, and neither copied nor downloaded', async () => {
  const given = means({ isShownInstead: true });
  expect(await shareReport(given)).toBe('shown');
  expect(given.copy).not.toHaveBeenCalled();
  expect(given.download).not.toHaveBeenCalled();
});

test.each([{}, { copy: denied }, { isShownInstead: true }])(
  'without a picture it has failed: %j',
  async (more) => {
    const given = means({ fetchPicture: unavailable, ...more });
    expect(await shareReport(given)).toBe('failed');
    expect(given.download).not.toHaveBeenCalled();
  },
);
