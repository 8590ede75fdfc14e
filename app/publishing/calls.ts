import { z } from '@hono/zod-openapi';
import { answer, defineCall } from '#app/platform/http/call.ts';
import { PUBLISHED_FILES, publishedFile } from './published-files.server.ts';

export default {
  publishedFile: defineCall({
    summary:
      'Every published sample as a samples file, or every figure that follows from them, tab-separated',
    access: 'anyone',
    sharedSeconds: 10,
    params: z.object({ file: z.enum(PUBLISHED_FILES) }),
    answers: { 200: z.string() },
    mediaType: 'text/tab-separated-values',
    async handle({ params: { file } }) {
      return answer(200, await publishedFile(file), {
        'Content-Type': 'text/tab-separated-values; charset=utf-8',
        'Content-Disposition': `attachment; filename="${file}.tsv"`,
      });
    },
  }),
};
