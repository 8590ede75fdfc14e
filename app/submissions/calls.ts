import { z } from '@hono/zod-openapi';
import { defineCall } from '#app/http/call.ts';
import { createSubmission } from './create-submission.server.ts';
import { submissionData, submissionRefusal } from './submission-schema.ts';

export default {
  createProductSubmissionCheckout: defineCall({
    summary: 'Open the checkout of a product to be added, with its first contribution',
    access: 'anyone',
    body: z.object({ submissionData }),
    answers: { 200: z.object({ sessionId: z.string(), url: z.string() }) },
    refusal: submissionRefusal,
    async handle({ body, visitor, origin }) {
      return createSubmission(body.submissionData, visitor, origin);
    },
  }),
};
