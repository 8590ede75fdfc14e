import { expect, it } from 'vitest';
import calls from '#app/results/calls.ts';
import { chemicals } from '#app/toxicology/chemicals.ts';
import { metals } from '#app/toxicology/panels/metals.ts';
import { chemicalProfileOf } from './chemical-profiles.server.ts';

const asked = (key: string) =>
  calls.chemicalProfile.handle({ params: { key } } as Parameters<
    typeof calls.chemicalProfile.handle
  >[0]);

it('answers for each of the twenty, and for metals, as it describes itself', async () => {
  for (const { key } of [...chemicals, ...metals.substances]) {
    const profile = chemicalProfileOf(key);
    const { status, body } = await asked(key);
    expect([status, calls.chemicalProfile.answers[200]?.parse(body)]).toEqual([200, body]);
    expect([key, body]).toEqual([profile.key, profile]);
  }
});

it('knows no other', async () => {
  for (const key of ['DEHP', 'constructor', '__proto__', '']) {
    expect((await asked(key)).status, key).toBe(404);
  }
});
