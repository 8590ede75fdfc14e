import type { Scenario } from './choose.ts';

/** The spec's order and nothing above it; how visitors answer what they see is assumed. */
const TODAY: Scenario = {
  name: 'today’s rules',
  lane: false,
  pools: false,
  laneShare: 0.3,
  poolShare: 0.5,
  patience: 0.8,
  goesOnShare: 0.5,
};
const LANE: Scenario = { ...TODAY, name: 'with the lane', lane: true };
const POOLS: Scenario = { ...LANE, name: 'with lane and pools', pools: true };

/** What is compared, each with every seed. */
export const scenarios: Scenario[] = [
  TODAY,
  LANE,
  POOLS,
  { ...POOLS, name: 'with lane, pools, and matching', sponsor: 'match' },
  { ...POOLS, name: 'the same sum given to a pool', sponsor: 'pool' },
];

/** The same under other assumptions, with the first seed. */
export const otherwise: Scenario[] = [
  { ...LANE, name: 'lane: 10 of 100 give to it', laneShare: 0.1 },
  { ...LANE, name: 'lane: 60 of 100 give to it', laneShare: 0.6 },
  { ...TODAY, name: 'today’s rules, nobody stops looking', patience: 1, goesOnShare: 1 },
  { ...LANE, name: 'lane, nobody stops looking', patience: 1, goesOnShare: 1 },
];
