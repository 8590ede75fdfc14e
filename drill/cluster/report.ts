import { median } from '#bench/median.ts';
import { BLOWS } from './blows.ts';

/** One blow, as it is kept. Times are seconds from the blow, or from its end where the kind counts so. */
export interface Blown {
  blow: string;
  /** When, as an ISO string. */
  at: string;
  whom: string;
  /** Until the cluster took writes for good; null where it never did while it was watched. */
  clusterSeconds: number | null;
  /** Until each process and visitors did, the struck process left out. */
  siteSeconds: Record<string, number | null>;
  /** Without writes once more when what was lost came back. */
  againSeconds: number;
  /** Promises that did not hold while it lasted. */
  broken?: string[];
}

/** Beyond the cluster, in seconds: the slowest of the processes and of what visitors met. */
function beyond({ clusterSeconds, siteSeconds }: Blown): number {
  const slowest = Math.max(...Object.values(siteSeconds).map((seconds) => seconds ?? Infinity));
  return Math.max(0, slowest - (clusterSeconds ?? 0));
}

/** A row for each kind. */
export function tableOfBlows(all: Blown[]): string[] {
  const seconds = (values: number[]) =>
    `${median(values).toFixed(1)} (${Math.max(...values).toFixed(1)})`;
  const rows = BLOWS.flatMap(({ name, isCountedFromEnd, mostSeconds }) => {
    const own = all.filter(({ blow }) => blow === name);
    if (own.length === 0) return [];
    const again = own.filter(({ againSeconds }) => againSeconds > 0);
    return [
      [
        `${name}${isCountedFromEnd ? ', from its end' : ''}`,
        String(own.length),
        seconds(own.map(({ clusterSeconds }) => clusterSeconds ?? Infinity)),
        seconds(own.map(beyond)),
        String(mostSeconds.site),
        String(own.filter((one) => beyond(one) > mostSeconds.site).length),
        again.length === 0
          ? ''
          : `${again.length} (${Math.max(...again.map((one) => one.againSeconds)).toFixed(1)})`,
      ],
    ];
  });
  return [
    '| blow | times | cluster: s without writes, median (most) | site beyond it, median (most) | goal | missed | again without writes when it came back (most s) |',
    '|---|---|---|---|---|---|---|',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    `${all.length} blows`,
  ];
}

/** A sentence for each blow after which writes came back later than they may. */
export function failuresOfBlows(all: Blown[]): string[] {
  return all.flatMap((one) => {
    const most = BLOWS.find(({ name }) => name === one.blow)?.mostSeconds;
    if (!most) return [];
    const said = `${one.blow} (${one.whom}, ${one.at})`;
    const cluster = one.clusterSeconds ?? Infinity;
    return [
      ...(one.broken ?? []).map((promise) => `${said}: ${promise}`),
      ...(cluster > (most.cluster ?? Infinity)
        ? [`${said}: the cluster took ${cluster.toFixed(1)} s`]
        : []),
      ...(beyond(one) > most.site
        ? [`${said}: the site took ${beyond(one).toFixed(1)} s more than the cluster`]
        : []),
    ];
  });
}
