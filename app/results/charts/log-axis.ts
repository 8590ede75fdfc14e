import { placeOn, type LogAxis } from '#app/results/answers/range-marks.ts';
import { grouped } from '#app/kit/text.ts';

interface Tick {
  percent: number;
  /** 0 to 100 from the axis's left end. */
  at: number;
  /** `0.01%`, `100%`, `100 ×`, `1M ×`; null where a label would leave its neighbors no room. */
  label: string | null;
}

/** Exponents that an axis is kept within, whatever the figures. */
const LEAST = -6;
const MOST = 12;

/** At most as many labels as stand side by side on a phone. */
const LABELS = 4;

/** Exponents that every axis reaches, so that the levels and the limit always show. */
const ALWAYS = { lowest: 0, highest: 3 } as const;

/** Parts of a power of ten kept free at the ends, for an arrow that points below or beyond. */
const ROOM = { below: 0.3, above: 0.1 } as const;

/** An axis that holds these percents; zeros have no place on it and are left out. */
export function axisOver(percents: readonly number[]): LogAxis {
  const exponents = percents.filter((percent) => percent > 0).map(Math.log10);
  const lowest = Math.floor(Math.min(...exponents) - ROOM.below);
  const highest = Math.ceil(Math.max(...exponents) + ROOM.above);
  return {
    lowest: Math.max(LEAST, Math.min(ALWAYS.lowest, lowest)),
    highest: Math.min(MOST, Math.max(ALWAYS.highest, highest)),
  };
}

/** Every power of ten of an axis, ascending; 100% always has a label, and others evenly. */
export function ticksOf(axis: LogAxis): Tick[] {
  const { lowest, highest } = axis;
  const step = Math.ceil((highest - lowest) / (LABELS - 1));
  const exponents = Array.from({ length: highest - lowest + 1 }, (_, index) => lowest + index);
  return exponents.map((exponent) => {
    const percent = Number(`1e${exponent}`);
    const label = (exponent - 2) % step === 0 ? labelOf(percent) : null;
    return { percent, at: placeOn(axis, percent), label };
  });
}

/** Which end of a text stands at a place, so that none leaves the picture. */
export function anchorAt(at: number): 'start' | 'middle' | 'end' {
  return at < 12 ? 'start' : at > 88 ? 'end' : 'middle';
}

/** A percent up to the limit, and times the limit beyond it: a percent of millions tells nobody anything. */
function labelOf(percent: number): string {
  if (percent <= 100) return `${grouped(percent, -LEAST)}%`;
  const times = percent / 100; // 10 ×, 1,000 ×, 1M ×
  return `${grouped(times, 0, times >= 10_000 ? 'compact' : 'standard')} ×`;
}
