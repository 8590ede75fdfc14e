import type { ShareMeans } from './share-report.ts';

/** Under 640 px (spec §9), or operated by touch. */
const SHOWN_INSTEAD = '(max-width: 639.98px), (hover: none) and (pointer: coarse)';

/** This browser's own means of sharing the picture at `address`. */
export function browserMeans(address: string, fileName: string): ShareMeans {
  return {
    isShownInstead: matchMedia(SHOWN_INSTEAD).matches,
    async fetchPicture() {
      const response = await fetch(address);
      if (!response.ok) throw new Error(`${address} answered ${response.status}`);
      return response.blob();
    },
    copy: async (picture) =>
      navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]),
    download(picture) {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(picture);
      link.download = fileName;
      link.click();
      // Not at once: the browser reads it after the click.
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    },
  };
}
