import { useState, useSyncExternalStore, type FormEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { storageOrNone } from '#app/platform/browser-storage.ts';
import { site } from '#app/site.ts';
import { bodyWeights } from '#app/toxicology/body-weights.ts';
import { Button } from '#app/ui/button.tsx';
import { Input, Select } from '#app/ui/field.tsx';
import { Choice, ToggleLinks } from './toggle-links.tsx';
import {
  HEAVIEST_KG,
  isWeightRefused,
  LIGHTEST_KG,
  parseWeightKg,
  personOf,
  viewpointAddress,
  type Viewpoint,
  type WeightUnit,
} from '#app/results/viewpoint.ts';

const [child, adult] = bodyWeights;

/** Whose intake and whose limits: child, adult or a weight of one's own; EFSA or EPA. */
export function ViewpointControls({ viewpoint }: { viewpoint: Viewpoint }) {
  const { weightKg, authority } = viewpoint;
  const own = {
    label: 'Own',
    note: `${weightKg} kg`,
    to: viewpointAddress(viewpoint),
    isChosen: true,
  };
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <PersonSwitch viewpoint={viewpoint} />
      {!personOf(weightKg) && <ToggleLinks label="Your own weight" links={[own]} />}
      <ToggleLinks
        label="Limits"
        links={(['EFSA', 'EPA'] as const).map((one) => ({
          label: one,
          note: one === 'EFSA' ? 'Europe' : 'U.S.',
          to: viewpointAddress({ ...viewpoint, authority: one }),
          isChosen: one === authority,
        }))}
      />
      <OwnWeight viewpoint={viewpoint} />
    </div>
  );
}

/**
 * Child or adult: one switch that flips when it is pressed (spec §4); away from a weight of one's
 * own it leads back to the child. A form, so that it does without scripts.
 */
function PersonSwitch({ viewpoint }: { viewpoint: Viewpoint }) {
  const navigate = useNavigate();
  const person = personOf(viewpoint.weightKg);
  const next = person === child ? adult : child;

  function flip(event: FormEvent) {
    event.preventDefault();
    const address = viewpointAddress({ ...viewpoint, weightKg: next.weightKg });
    void navigate(address, { replace: true, preventScrollReset: true });
  }

  return (
    <form method="get" onSubmit={flip}>
      {viewpoint.authority === 'EPA' && <input type="hidden" name="limits" value="epa" />}
      <button
        type="submit"
        name="weight"
        value={next.key}
        role="switch"
        aria-checked={person === adult}
        className="group/choice flex rounded-md border border-line-strong"
      >
        <span className="sr-only">Reference body weight: </span>
        {bodyWeights.map((one) => (
          <Choice
            key={one.key}
            label={one.label}
            note={`${one.weightKg} kg`}
            isChosen={one === person}
          />
        ))}
      </button>
    </form>
  );
}

const WEIGHT_REFUSED = `Please enter a weight from ${LIGHTEST_KG} to ${HEAVIEST_KG} kg.`;

/** Where the weight that a visitor typed last is kept, as it was typed: `50 lb`. */
export const WEIGHT_KEY = `${site.slug}-body-weight`;

interface Typed {
  weight: string;
  unit: WeightUnit;
}

function OwnWeight({ viewpoint }: { viewpoint: Viewpoint }) {
  const navigate = useNavigate();
  const kept = useSyncExternalStore(subscribeToNothing, keptWeight, () => NOTHING_KEPT);
  const [typed, setTyped] = useState<Typed>();
  const { weight, unit } = typed ?? readTyped(kept);
  const [params] = useSearchParams();
  const [error, setError] = useState(isWeightRefused(params) ? WEIGHT_REFUSED : undefined);

  function use(event: FormEvent) {
    event.preventDefault();
    const weightKg = parseWeightKg(weight, unit);
    if (weightKg === undefined) {
      setError(WEIGHT_REFUSED);
      return;
    }
    setError(undefined);
    keep(`${weight.trim()} ${unit}`);
    const address = viewpointAddress({ ...viewpoint, weightKg });
    void navigate(address, { replace: true, preventScrollReset: true });
  }

  return (
    <details open={error !== undefined || undefined}>
      <summary className="inline-flex min-h-11 link items-center font-mono text-sm">
        Use your own weight
      </summary>
      <form
        method="get"
        onSubmit={use}
        noValidate
        className="mt-2 flex flex-wrap items-start gap-2"
      >
        {viewpoint.authority === 'EPA' && <input type="hidden" name="limits" value="epa" />}
        <Input
          label="Body weight"
          labelHidden
          name="weight"
          required
          inputMode="decimal"
          autoComplete="off"
          placeholder="Weight"
          value={weight}
          onChange={(event) => setTyped({ weight: event.target.value, unit })}
          error={error}
          className="w-36"
        />
        <Select
          label="Unit of weight"
          labelHidden
          name="unit"
          value={unit}
          onChange={(event) =>
            setTyped({ weight, unit: event.target.value === 'kg' ? 'kg' : 'lb' })
          }
          className="w-20"
        >
          <option value="lb">lb</option>
          <option value="kg">kg</option>
        </Select>
        <Button type="submit">Use</Button>
      </form>
    </details>
  );
}

const NOTHING_KEPT = '';

function keptWeight(): string {
  return storageOrNone('localStorage')?.getItem(WEIGHT_KEY) ?? NOTHING_KEPT;
}

/** Nobody else changes it while this page is looked at. */
function subscribeToNothing(): () => void {
  return () => {};
}

function readTyped(kept: string): Typed {
  const [weight = '', unit] = kept.split(' ');
  return { weight, unit: unit === 'kg' ? 'kg' : 'lb' };
}

/** A weight that can't be kept is good for this page all the same. */
function keep(typed: string): void {
  try {
    storageOrNone('localStorage')?.setItem(WEIGHT_KEY, typed);
  } catch {
    // full or forbidden
  }
}
