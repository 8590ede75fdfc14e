import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { readStored, writeStored } from '#app/platform/browser-storage.ts';
import { site } from '#app/site.ts';
import { bodyWeights, weightInPounds } from '#app/toxicology/body-weights.ts';
import { Button } from '#app/ui/button.tsx';
import { capitalized } from '#app/kit/text.ts';
import { SHARE_SERVINGS_UNKNOWN } from '#app/results/messages.ts';
import { Notice } from '#app/ui/notice.tsx';
import { Input, Select } from '#app/ui/field.tsx';
import { asPerson, baby, personOf, type Eater } from '#app/results/answers/eater.ts';
import { ServingsStepper, Choice, ToggleLinks } from './viewpoint-choices.tsx';
import {
  areServingsRefused,
  isWeightRefused,
  parseWeightKg,
  viewpointAddress,
  type Viewpoint,
  type WeightUnit,
  WEIGHT_REFUSED,
} from '#app/results/answers/viewpoint.ts';

const [child, adult] = bodyWeights;

interface Chosen {
  viewpoint: Viewpoint;
  /** Whom the page opens with. */
  opening: Eater;
}

/**
 * Who eats how much, and whose limits: child, adult or a weight of one's own, on infant formula a
 * baby; servings a day; EFSA or EPA.
 */
export function ViewpointControls({ viewpoint, opening }: Chosen) {
  const { weightKg, servings, authority } = viewpoint;
  const [params] = useSearchParams();
  const addressOf = (change: Partial<Viewpoint>) =>
    viewpointAddress({ ...viewpoint, ...change }, opening);
  const isForBabies = opening.weightKg === baby.weightKg;
  const isOwn = !bodyWeights.some((person) => person.weightKg === weightKg);
  const theirs = { note: weightInPounds(weightKg), to: addressOf({}), isChosen: true };
  const babys = {
    label: baby.label,
    note: weightInPounds(baby.weightKg),
    to: addressOf({ weightKg: baby.weightKg, servings: opening.servings }),
    isChosen: weightKg === baby.weightKg,
  };
  return (
    <div data-skip-in-text className="flex flex-wrap items-start gap-x-4 gap-y-3">
      {isForBabies && <ToggleLinks label={baby.label} links={[babys]} />}
      <PersonSwitch {...{ viewpoint, opening }} />
      {isOwn && !(isForBabies && babys.isChosen) && (
        <ToggleLinks label="Your own weight" links={[{ label: 'Own', ...theirs }]} />
      )}
      <ServingsStepper {...{ servings }} addressOf={(next) => addressOf({ servings: next })} />
      <ToggleLinks
        label="Limits"
        links={(['EFSA', 'EPA'] as const).map((one) => ({
          label: one,
          note: one === 'EFSA' ? 'Europe' : 'U.S.',
          to: addressOf({ authority: one }),
          isChosen: one === authority,
        }))}
      />
      <OwnWeight {...{ viewpoint, opening }} />
      {areServingsRefused(params) && (
        <Notice tone="warn">{capitalized(SHARE_SERVINGS_UNKNOWN)}</Notice>
      )}
    </div>
  );
}

/**
 * Child or adult: one switch that flips when it is pressed; away from a weight of one's
 * own it leads back to the child. A form, so that it does without scripts.
 */
function PersonSwitch({ viewpoint, opening }: Chosen) {
  const navigate = useNavigate();
  const person = personOf(viewpoint.weightKg);
  const next = person?.key === child.key ? adult : child;
  const theirs = { ...viewpoint, ...asPerson(viewpoint, next) };

  function flip(event: FormEvent) {
    event.preventDefault();
    const address = viewpointAddress(theirs, opening);
    void navigate(address, { replace: true, preventScrollReset: true });
  }

  return (
    <form method="get" onSubmit={flip}>
      <HiddenViewpoint viewpoint={theirs} />
      <button
        type="submit"
        name="weight"
        value={next.key}
        role="switch"
        aria-checked={person?.key === adult.key}
        className="group/choice flex max-w-full flex-wrap rounded-md border border-line-strong"
      >
        <span className="sr-only">Reference body weight: </span>
        {bodyWeights.map((one) => (
          <Choice
            key={one.key}
            label={one.label}
            note={weightInPounds(one.weightKg)}
            isChosen={one.key === person?.key}
          />
        ))}
      </button>
    </form>
  );
}

/** What a form without scripts says besides the weight that it is sent with. */
function HiddenViewpoint({ viewpoint: { servings, authority } }: { viewpoint: Viewpoint }) {
  return (
    <>
      {servings !== 1 && <input type="hidden" name="servings" value={servings} />}
      {authority === 'EPA' && <input type="hidden" name="limits" value="epa" />}
    </>
  );
}

/** Where the weight that a visitor typed last is kept, as it was typed: `50 lb`. */
export const WEIGHT_KEY = `${site.slug}-body-weight`;

function OwnWeight({ viewpoint, opening }: Chosen) {
  const navigate = useNavigate();
  const weight = useRef<HTMLInputElement>(null);
  const unit = useRef<HTMLSelectElement>(null);
  // What was typed before the scripts ran stays.
  useEffect(() => {
    if (weight.current?.value !== '' || !unit.current) return;
    [weight.current.value, unit.current.value] = storedWeight();
  }, []);
  const [params] = useSearchParams();
  const [error, setError] = useState(isWeightRefused(params) ? WEIGHT_REFUSED : undefined);

  function use(event: FormEvent) {
    event.preventDefault();
    const text = weight.current?.value ?? '';
    const chosen = unitOf(unit.current?.value);
    const weightKg = parseWeightKg(text, chosen);
    if (weightKg === undefined) {
      setError(WEIGHT_REFUSED);
      return;
    }
    setError(undefined);
    writeStored('localStorage', WEIGHT_KEY, `${text.trim()} ${chosen}`);
    const address = viewpointAddress({ ...viewpoint, weightKg }, opening);
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
        <HiddenViewpoint viewpoint={viewpoint} />
        <Input
          ref={weight}
          label="Body weight"
          labelHidden
          name="weight"
          required
          inputMode="decimal"
          autoComplete="off"
          placeholder="Weight"
          error={error}
          className="w-36"
        />
        <Select ref={unit} label="Unit of weight" labelHidden name="unit" className="w-20">
          <option value="lb">lb</option>
          <option value="kg">kg</option>
        </Select>
        <Button type="submit">Use</Button>
      </form>
    </details>
  );
}

function unitOf(chosen: string | undefined): WeightUnit {
  return chosen === 'kg' ? 'kg' : 'lb';
}

function storedWeight(): [weight: string, unit: WeightUnit] {
  const [weight = '', unit] = readStored('localStorage', WEIGHT_KEY)?.split(' ') ?? [];
  return [weight, unitOf(unit)];
}
