export type Scheme = 'light' | 'dark';

/** A colour token by its name without dashes, such as `ink-soft`, as written for each scheme. */
export interface ColourToken {
  name: string;
  light: string;
  dark: string;
}

/** A step of the type scale: sizes in rem. */
export interface TypeStep {
  name: string;
  sizeRem: number;
  lineRem: number;
}

/** The colours of a style sheet, in its order: every `--color-name: light-dark(…, …)`. */
export function readColours(css: string): ColourToken[] {
  return [...css.matchAll(/^\s*--color-([\w-]+): light-dark\((.+)\);$/gm)].map(
    ([, name, values]) => {
      // Commas stand between the two alone: colours are written with spaces.
      const [light = '', dark = ''] = (values ?? '').split(', ');
      return { name: name ?? '', light, dark };
    },
  );
}

/** The type scale of a style sheet, smallest first as it is written. */
export function readTypeScale(css: string): TypeStep[] {
  const steps = css.matchAll(/--text-(\w+): ([\d.]+)rem;\s*--text-\1--line-height: ([\d.]+)rem;/g);
  return [...steps].map(([, name = '', size, line]) => ({
    name,
    sizeRem: Number(size),
    lineRem: Number(line),
  }));
}
