import { expect, it, vi } from 'vitest';
import { audit } from './audit.server.ts';
import calls from '#app/admin/calls.ts';
import { recognise } from '#app/http/visitor.server.ts';

vi.mock('./audit.server.ts', () => ({ audit: vi.fn() }));

const ask = () => {
  const raw = new Request('https://assay.example/api/audit-report');
  const { visitor } = recognise(raw.headers, '127.0.0.1');
  const administrator = undefined as never; // whose name an audit does not need
  const input = { params: undefined, query: undefined, body: undefined, administrator };
  return calls.auditReport.handle({ ...input, raw, visitor, origin: 'https://assay.example' });
};

it('is made once for all who ask meanwhile, and anew for who asks later', async () => {
  const audits: ((found: { entries: never[] }) => void)[] = [];
  vi.mocked(audit).mockImplementation(
    () => new Promise((resolve) => audits.push(resolve as never)),
  );
  const asked = [ask(), ask(), ask()];
  expect(audits).toHaveLength(1);
  audits[0]!({ entries: [] });
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200]);
  const later = ask();
  expect(audits).toHaveLength(2);
  audits[1]!({ entries: [] });
  expect((await later).status).toBe(200);
});

it('that failed is not kept', async () => {
  vi.mocked(audit).mockRejectedValueOnce(new Error('no answer'));
  expect((await ask()).status).toBe(502);
  vi.mocked(audit).mockResolvedValueOnce({ entries: [] } as never);
  expect((await ask()).status).toBe(200);
});
