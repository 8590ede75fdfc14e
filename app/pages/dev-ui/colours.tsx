import { present } from '#app/kit/assert.ts';
import { colourPairs, decoration, marks, surfaces } from '#app/ui/colour-pairs.ts';
import { contrastRatio } from '#app/ui/contrast.ts';
import type { ColourToken, Scheme } from '#app/ui/read-tokens.ts';
import { Specimens } from './part.tsx';

/** Every colour token by its name: the grounds with what stands on them, then the rest. */
export function Colours({ colours, scheme }: { colours: ColourToken[]; scheme: Scheme }) {
  const valueOf = (name: string) =>
    present(
      colours.find((colour) => colour.name === name),
      `a colour ${name}`,
    )[scheme];
  const grounds = [...new Set(colourPairs.map(({ behind }) => behind))];
  return (
    <>
      <ul className="dev-grounds">
        {grounds.map((ground) => (
          <li key={ground} data-ground={ground} className="dev-ground">
            <GroundName name={ground} value={valueOf(ground)} />
            <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 font-mono text-xs">
              {colourPairs
                .filter(({ behind }) => behind === ground)
                .map(({ front, ratio }) => (
                  <li key={front} data-ink={marks.includes(front) ? undefined : front}>
                    {marks.includes(front) && <Swatch name={front} />}
                    {front}{' '}
                    <span className="tabular" data-at-least={ratio}>
                      {contrastRatio(valueOf(front), valueOf(ground)).toFixed(1)}
                    </span>
                  </li>
                ))}
            </ul>
          </li>
        ))}
      </ul>
      <Specimens name="inks and marks">
        <ColourList
          names={colours.map(({ name }) => name).filter((name) => isInk(name, grounds))}
          textOf={valueOf}
        />
      </Specimens>
      <Specimens name="decoration: carries no meaning, has no ratio to reach">
        <ColourList names={Object.keys(decoration)} textOf={(name) => decoration[name] ?? ''} />
      </Specimens>
    </>
  );
}

function GroundName({ name, value }: { name: string; value: string }) {
  // What is read on it where it is a ground of the reversed kind.
  const ink = surfaces.includes(name) ? 'ink' : name === 'ink' ? 'paper' : 'on-accent';
  return (
    <p data-ink={ink} className="flex items-baseline justify-between gap-3 font-mono text-sm">
      <span className="font-medium">{name}</span>
      <span className="text-xs">{value}</span>
    </p>
  );
}

function ColourList({ names, textOf }: { names: string[]; textOf: (name: string) => string }) {
  return (
    <dl className="dev-colours font-mono text-xs">
      {names.map((name) => (
        <div key={name} className="flex items-baseline gap-2">
          <dt className="shrink-0 text-ink">
            <Swatch name={name} />
            {name}
          </dt>
          <dd className="text-ink-faint">{textOf(name)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Swatch({ name }: { name: string }) {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true" className="dev-swatch">
      <rect width="12" height="12" rx="2" fill={`var(--${name})`} />
    </svg>
  );
}

function isInk(name: string, grounds: string[]): boolean {
  return name === 'ink' || name === 'accent-ink' || !(grounds.includes(name) || name in decoration);
}
