import type { TypeStep } from '#app/ui/read-tokens.ts';
import { Specimens } from './part.tsx';

const families = [
  { name: 'display', className: 'font-display text-2xl', sample: 'Found in every lot' },
  { name: 'sans', className: 'text-lg', sample: 'Found in every lot, 0123456789' },
  { name: 'mono', className: 'font-mono text-lg', sample: 'DEHP < LOQ, 12.4 ng/g' },
];

/** The families, and the type scale with each size and line height. */
export function Type({ steps }: { steps: TypeStep[] }) {
  return (
    <>
      <Specimens name="families">
        <ul className="flex flex-col gap-2">
          {families.map(({ name, className, sample }) => (
            <li key={name} className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className={className}>{sample}</span>
              <span className="font-mono text-xs text-ink-faint">{name}</span>
            </li>
          ))}
        </ul>
      </Specimens>
      <Specimens name="scale: name, size / line height in px at the browser’s usual 16">
        <ul className="flex flex-col">
          {steps.map(({ name, sizeRem, lineRem }) => (
            <li key={name} className="dev-step border-t border-line py-1.5">
              <span className="font-mono text-xs text-ink-soft">{name}</span>
              <span className="font-mono text-xs tabular text-ink-faint">
                {sizeRem * 16} / {Math.round(lineRem * 16 * 10) / 10}
              </span>
              <span data-step={name} className="truncate font-display">
                Specimen
              </span>
            </li>
          ))}
        </ul>
      </Specimens>
      <Specimens name="label, tabular figures">
        <p className="label text-ink-soft">Test report · No. 93</p>
        <p className="mt-2 font-mono text-sm tabular">
          1,234.00
          <br />
          &nbsp;&nbsp;567.00
        </p>
      </Specimens>
    </>
  );
}

/** The steps that the screens keep to, as multiples of `--spacing`. */
const spaces = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20];
const radii = [
  { name: 'sm', use: 'tags, segments, focus' },
  { name: 'md', use: 'buttons, fields, notices' },
  { name: 'lg', use: 'panels, dialogs' },
];

/** The spacing scale, the corners, the two heights of paper. */
export function Spacing() {
  return (
    <>
      <Specimens name="steps: name, px">
        <ul className="flex flex-col gap-1.5">
          {spaces.map((step) => (
            <li key={step} className="dev-space font-mono text-xs tabular">
              <span className="text-ink-soft">{step}</span>
              <span className="text-ink-faint">{step * 4}</span>
              <svg width={`${step * 0.25}rem`} height="0.75rem" aria-hidden="true">
                <rect width="100%" height="100%" className="fill-accent" />
              </svg>
            </li>
          ))}
        </ul>
      </Specimens>
      <Specimens name="corners">
        <ul className="dev-corners">
          {radii.map(({ name, use }) => (
            <li key={name} className="font-mono text-xs text-ink-faint">
              <span data-radius={name} className="dev-corner" />
              {name}: {use}
            </li>
          ))}
        </ul>
      </Specimens>
      <Specimens name="heights: sunk, level, raised, raised with a shadow, squared">
        <ul className="dev-heights">
          <li className="border border-line bg-paper-sunk" />
          <li className="border border-line bg-paper" />
          <li className="border border-line bg-paper-raised" />
          <li className="border border-line bg-paper-raised shadow-raised" />
          <li className="squared border border-line" />
        </ul>
      </Specimens>
    </>
  );
}
