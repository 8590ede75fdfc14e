import { expect, it } from 'vitest';
import { fetchChemicalSheet } from './chemical-profile.ts';
import call from './chemical-profile.call.ts';
import { chemicalProfiles } from '#app/toxicology/chemical-profiles.ts';

const asked = (key: string) =>
  call.handle({ params: { key } } as Parameters<typeof call.handle>[0]);

it('answers for each of the twenty, as it describes itself', async () => {
  for (const { key, fullName, healthConcerns } of chemicalProfiles) {
    const { status, body } = await asked(key);
    expect([status, call.answers[200]?.parse(body)]).toEqual([200, body]);
    expect(body).toMatchObject({ key, full_name: fullName, health_concerns: healthConcerns });
  }
});

it('knows no other', async () => {
  for (const key of ['DEHP', 'constructor', '__proto__', '']) {
    expect((await asked(key)).status, key).toBe(404);
  }
});

it('says that it failed, whatever went wrong, and can be asked again', async () => {
  const answers = [
    () => Promise.reject(new TypeError('Failed to fetch')),
    async () => new Response('', { status: 500 }),
    async () => new Response('<html>'),
    async () => Response.json({ key: 'dehp' }),
  ];
  const ask = () => answers.shift()!();
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await fetchChemicalSheet('dehp', ask)).toBe('failed');
  }
  expect(await fetchChemicalSheet('dehp', ask)).toEqual({ key: 'dehp' });
});
