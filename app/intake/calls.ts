import { z } from '@hono/zod-openapi';
import { answer, attachment, defineCall, refuse } from '#app/http/call.ts';
import { csvText } from '#app/kit/csv.ts';
import { workbookOf } from '#app/intake/lab-file/write-workbook.server.ts';
import { resultsTemplate } from './results-template.server.ts';
import { laboratoryFile, NO_SUCH_FILE } from './laboratory-file.server.ts';
import { PUBLISHED_FILES, publishedFile } from './published-files.server.ts';

const params = z.object({ id: z.coerce.number().int().min(1).max(999_999_999) });

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export default {
  resultsTemplate: defineCall({
    summary:
      'A table of a funded product’s samples and of every chemical, for a laboratory to fill in',
    access: 'admin',
    params,
    answers: { 200: z.string() },
    mediaType: 'text/csv',
    async handle({ params: { id } }) {
      const text = csvText(await resultsTemplate(id));
      return attachment(text, `results-${id}.csv`, 'text/csv; charset=utf-8');
    },
  }),
  resultsWorkbook: defineCall({
    summary: 'The same table as a workbook',
    access: 'admin',
    params,
    answers: { 200: z.any().openapi({ type: 'string', format: 'binary' }) },
    mediaType: XLSX,
    async handle({ params: { id } }) {
      const workbook = workbookOf(String(id), await resultsTemplate(id));
      return attachment(workbook, `results-${id}.xlsx`, XLSX);
    },
  }),
  laboratoryFile: defineCall({
    summary: 'The laboratory’s file of a revision, as it came',
    access: 'admin',
    params: params.extend({ revision: z.coerce.number().int().min(1).max(999_999) }),
    answers: { 200: z.any().openapi({ type: 'string', format: 'binary' }) },
    mediaType: 'application/octet-stream',
    async handle({ params: { id, revision } }) {
      const file = await laboratoryFile(id, revision);
      if (!file) return refuse(404, NO_SUCH_FILE);
      return answer(200, new Uint8Array(file.content), {
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.fileName)}`,
      });
    },
  }),
  publishedFile: defineCall({
    summary:
      'Every published sample as a samples file, or every figure that follows from them, tab-separated',
    access: 'anyone',
    sharedSeconds: 10,
    params: z.object({ file: z.enum(PUBLISHED_FILES) }),
    answers: { 200: z.string() },
    mediaType: 'text/tab-separated-values',
    async handle({ params: { file } }) {
      const text = await publishedFile(file);
      return attachment(text, `${file}.tsv`, 'text/tab-separated-values; charset=utf-8');
    },
  }),
};
