import { DAYS } from './model.ts';

/** Its lines, from the first scenario to the last: light and dark. */
const COLORS = [
  ['#7f7a6c', '#8a8576'],
  ['#5c8874', '#7fae98'],
  ['#a5622a', '#d99a5f'],
  ['#3f5f8a', '#8fb0dc'],
  ['#8a3f5f', '#dc8fb0'],
] as const;
const [WIDTH, HEIGHT] = [800, 340];
const PLOT = { left: 44, right: 540, top: 24, bottom: 290 };

export interface Line {
  name: string;
  /** Products that have their goal at the end of each day. */
  byDay: number[];
}

/** How many products have their goal, day by day, as an SVG; `most` is the top of the scale. */
export function drawPicture(lines: Line[]): string {
  const most = Math.ceil(Math.max(10, ...lines.flatMap(({ byDay }) => byDay)) / 10) * 10;
  const x = (day: number) => PLOT.left + (day / DAYS) * (PLOT.right - PLOT.left);
  const y = (count: number) => PLOT.bottom - (count / most) * (PLOT.bottom - PLOT.top);
  const levels = Array.from({ length: most / 10 + 1 }, (_, at) => at * 10);
  const months = [0, 90, 180, 270, DAYS];
  const names = spread(lines.map(({ byDay }) => y(byDay.at(-1) ?? 0)));
  const [light, dark] = [0, 1].map((mode) =>
    lines
      .map(
        (_, at) =>
          `.l${at} { stroke: ${COLORS[at]?.[mode]}; } .n${at} { fill: ${COLORS[at]?.[mode]}; }`,
      )
      .join(' '),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-labelledby="title desc" font-family="system-ui, -apple-system, 'Segoe UI', sans-serif" font-size="13">
  <title id="title">Products at 1,275 dollars, day by day</title>
  <desc id="desc">After a year: ${lines.map(({ name, byDay }) => `${name} ${Math.round(byDay.at(-1) ?? 0)}`).join(', ')}.</desc>
  <style>
    .page { fill: #fdfaf2; } .grid { stroke: #e2dccb; } text { fill: #55524a; } path { fill: none; stroke-width: 2; }
    ${light}
    @media (prefers-color-scheme: dark) {
      .page { fill: #1a1916; } .grid { stroke: #35322b; } text { fill: #bdb7a8; }
      ${dark}
    }
  </style>
  <rect class="page" width="${WIDTH}" height="${HEIGHT}" />
${levels.map((count) => `  <path class="grid" d="M${PLOT.left} ${round(y(count))}H${PLOT.right}" style="stroke-width:1" /><text x="${PLOT.left - 8}" y="${round(y(count) + 4)}" text-anchor="end">${count}</text>`).join('\n')}
${months.map((day) => `  <text x="${round(x(day))}" y="${PLOT.bottom + 22}" text-anchor="middle">day ${day}</text>`).join('\n')}
${lines
  .map(({ name, byDay }, at) => {
    const points = [0, ...byDay].map((count, day) => `${round(x(day))} ${round(y(count))}`);
    const count = Math.round(byDay.at(-1) ?? 0);
    return `  <path class="l${at}" d="M${points.filter((_, day) => day % 5 === 0).join('L')}" /><text class="n${at}" x="${PLOT.right + 10}" y="${round((names[at] ?? 0) + 4)}">${name}: ${count}</text>`;
  })
  .join('\n')}
</svg>
`;
}

/** Heights at least a line of text apart, each as near to its own as the ones below it let it. */
function spread(heights: number[]): number[] {
  const placed = new Map<number, number>();
  let lowest = Infinity;
  const fromBelow = heights
    .map((height, at) => ({ height, at }))
    .toSorted((a, b) => b.height - a.height || b.at - a.at);
  for (const { height, at } of fromBelow) {
    lowest = Math.min(height, lowest - 17);
    placed.set(at, lowest);
  }
  return heights.map((height, at) => placed.get(at) ?? height);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
