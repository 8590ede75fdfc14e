/** What a browser can do with a picture; the real ones are in `share-in-browser.ts`. */
export interface ShareMeans {
  /** Asks for the picture; rejects where the server has none. */
  fetchPicture: () => Promise<Blob>;
  /** Puts it on the clipboard once it is there; rejects where that is denied or unknown. */
  copy: (picture: Promise<Blob>) => Promise<void>;
  download: (picture: Blob) => void;
  /** A small or touched screen: the picture is shown, to be pressed and held. */
  isShownInstead: boolean;
}

export type ShareOutcome = 'copied' | 'downloaded' | 'shown' | 'failed';

/**
 * Gets a report's picture to the visitor: shown on a phone, else copied, else downloaded.
 * The clipboard is asked for before the picture is there, while the browser still sees the click.
 */
export async function shareReport(means: ShareMeans): Promise<ShareOutcome> {
  const picture = means.fetchPicture();
  if (means.isShownInstead) {
    return picture.then(
      () => 'shown',
      () => 'failed',
    );
  }
  try {
    await means.copy(picture);
    return 'copied';
  } catch {
    return picture.then(
      (found) => {
        means.download(found);
        return 'downloaded';
      },
      () => 'failed',
    );
  }
}
