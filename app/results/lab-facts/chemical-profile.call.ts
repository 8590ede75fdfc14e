import { z } from '@hono/zod-openapi';
import { answer, defineCall, refuse } from '#app/platform/http/call.ts';
import { chemicalProfileOf, educationalNote } from '#app/toxicology/chemical-profiles.ts';
import { chemicals, isChemicalKey } from '#app/toxicology/chemicals.ts';
import { CHEMICAL_NOT_FOUND } from '#app/results/messages.ts';

const citation = z.object({
  title: z.string(),
  publisher: z.string(),
  year: z.int(),
  url: z.string().nullable(),
});
const sheet = z.object({
  key: z.enum(chemicals.map(({ key }) => key)),
  full_name: z.string(),
  category: z.string(),
  description: z.string(),
  health_concerns: z.array(z.string()),
  sources: z.array(z.string()),
  regulations: z.array(z.string()),
  alternatives: z.array(z.string()),
  citations: z.array(citation).min(2),
  educational_note: z.string(),
});

/** Twenty profiles are a long text that few readers open: each is asked for when it is. */
export default defineCall({
  summary: 'What is known of one of the chemicals that products are tested for, with citations',
  access: 'anyone',
  sharedSeconds: 3600,
  params: z.object({ key: z.string() }),
  answers: { 200: sheet },
  async handle({ params: { key } }) {
    if (!isChemicalKey(key)) return refuse(404, CHEMICAL_NOT_FOUND);
    const { fullName, healthConcerns, ...profile } = chemicalProfileOf(key);
    return answer(200, {
      ...profile,
      full_name: fullName,
      health_concerns: healthConcerns,
      educational_note: educationalNote,
    });
  },
});
