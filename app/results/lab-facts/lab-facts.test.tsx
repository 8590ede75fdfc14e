import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { ChemicalLimits } from './chemical-dialog.tsx';
import { LabFacts } from './lab-facts.tsx';
import type { LabColumn } from './merge-lab-samples.ts';

const columns: LabColumn[] = [
  {
    sampleIds: ['7', '8'],
    lot: 'L 1',
    notes: 'Heated in its tray',
    cells: {
      dehp: { status: 'ok', valueNgG: 17, loqNgG: null },
      bpa: { status: 'below_loq', valueNgG: null, loqNgG: 1 },
      deht: { status: 'above_range', valueNgG: 2500, loqNgG: null },
    },
  },
  {
    sampleIds: ['9'],
    lot: null,
    notes: null,
    cells: { dehp: { status: 'not_tested', valueNgG: null, loqNgG: null } },
  },
];

function rendered(servingG: number | null, servingUnit: string | null = null) {
  const html = renderToStaticMarkup(
    <LabFacts columns={columns} servingG={servingG} servingUnit={servingUnit} />,
  );
  const rows = [...html.matchAll(/<tr.*?<\/tr>/gs)].map(([row]) => textOf(row));
  return { html, rows, text: textOf(html) };
}

function textOf(html: string): string {
  const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&#x27;': "'" };
  return html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(?:lt|gt|#x27);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}

/** The cells of the row that begins with a chemical's short name. */
function cellsOf(html: string, name: string): string[] {
  const row = [...html.matchAll(/<tr.*?<\/tr>/gs)].find(([all]) => textOf(all).startsWith(name));
  return [...(row?.[0] ?? '').matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell]) =>
    textOf(cell ?? ''),
  );
}

describe('the facts label', () => {
  test('names its columns by sample, lot, notes and how many were merged', () => {
    const { rows } = rendered(88);
    expect(rows[0]).toBe(
      'Chemical Sample 1 Lot L 1 Heated in its tray 2 samples of this lot Sample 2 Lot N/A',
    );
  });

  test('shows amounts per serving where the serving is known, and offers four units', () => {
    const { html, text } = rendered(88, '1 tray');
    expect(text).toContain('Amounts in nanograms/serving');
    expect(text).toContain('Plastic Chemical Facts');
    expect(text).toContain('Serving size 1 tray (88 g)');
    expect(html.match(/<option/g)).toHaveLength(4);
    expect(cellsOf(html, 'DEHP Di')).toEqual(['1,496.0', '–']);
    expect(cellsOf(html, 'BPA')).toEqual(['< LOQ', '–']);
    expect(cellsOf(html, 'DEHT')).toEqual(['> 220,000.0', '–']);
    expect(cellsOf(html, 'DEHP equivalents')).toEqual(['1,496.0', '–']);
  });

  test('shows amounts per gram where it is not, and offers nothing else', () => {
    const { html, text } = rendered(null, '1 tray');
    expect(text).toContain('Serving size Unknown');
    expect([...html.matchAll(/<option[^>]*>(.*?)</g)].map(([, label]) => label)).toEqual([
      'nanograms/gram',
    ]);
    expect(cellsOf(html, 'DEHP Di')).toEqual(['17.0', '–']);
  });

  test('every chemical is a button, the sum is not, and headers say what they head', () => {
    const { html } = rendered(88);
    expect(html.match(/<button/g)).toHaveLength(3);
    expect(html.match(/scope="col"/g)).toHaveLength(3);
    expect(html.match(/scope="rowgroup"/g)).toHaveLength(3);
    expect(html.match(/scope="row"/g)).toHaveLength(4);
    expect(html).not.toContain('<dialog');
    expect(html).not.toContain('style=');
  });
});

test('the phthalates’ limits of 2019 are marked as temporary, wherever they stand', () => {
  for (const chemical of ['dehp', 'dbp', 'bbp', 'dinp', 'didp'] as const) {
    const text = textOf(renderToStaticMarkup(<ChemicalLimits chemical={chemical} />));
    expect(text).toMatch(/2019;17\(12\):5838 ?\. Temporary, as EFSA calls/);
  }
});

test('limits are told with their source, or that none is set', () => {
  const text = textOf(renderToStaticMarkup(<ChemicalLimits chemical="bpa" />));
  expect(text).toContain('0.2 ng per kilogram of body weight a day (tolerable daily intake, TDI)');
  expect(text).toContain('50,000 ng per kilogram of body weight a day (reference dose, RfD)');
  expect(text).toContain('IRIS 0356');
  const none = textOf(renderToStaticMarkup(<ChemicalLimits chemical="bpaf" />));
  expect(none).toBe('EFSA no limit set EPA no limit set');
});
