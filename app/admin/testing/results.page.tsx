import { href } from 'react-router';
import { AdminFrame, adminMeta, AnswerNotice } from '#app/admin-ui/admin-frame.tsx';
import { administratorOf, asPage, leadTo } from '#app/admin-ui/page-answer.server.ts';
import { UPLOAD_GONE } from '#app/intake/result-upload.ts';
import { deskAction } from '#app/admin/sign-in/fresh-factor.server.ts';
import { counted, listed } from '#app/kit/text.ts';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/results.page.ts';
import { discardUpload, keepUpload } from '#app/intake/result-uploads.server.ts';
import { UploadForm } from '#app/intake/upload-form.tsx';
import { UploadPreview } from '#app/intake/upload-preview.tsx';
import { publishUpload, viewUpload } from '#app/intake/publish-upload.server.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { email } = administratorOf(context);
  const { searchParams } = new URL(request.url);
  const id = searchParams.get('upload');
  const from = Number(searchParams.get('from'));
  const view = id ? await viewUpload(id, Number.isSafeInteger(from) && from > 0 ? from : 0) : null;
  const product = /^[1-9]\d{0,8}$/.exec(searchParams.get('product') ?? '')?.[0] ?? '';
  return { email, view: view ?? null, isGone: Boolean(id) && !view, product };
}

/** Does what the pressed button says; an upload leads on to its preview. */
export async function action(args: Route.ActionArgs) {
  return deskAction(args, ['publish'], ({ by, form, field }) => ({
    upload: async () => {
      const product = field('product');
      const stored = await keepUpload(by, form.get('file'), product, form.get('certificate'));
      if (stored.status !== 200) return asPage(stored, { typed: { product } });
      const { upload } = stored.body as { upload: string };
      return leadTo(`${href('/admin/results')}?upload=${upload}`, stored);
    },
    publish: async () => {
      const confirmed = form.getAll('confirm').map(String);
      const typed = [...form].flatMap(([name, text]): [string, string][] =>
        name.startsWith('typed-') ? [[name, String(text)]] : [],
      );
      const reason = field('reason');
      const published = await publishUpload(by, {
        uploadId: field('upload'),
        sha256: field('sha256'),
        fingerprint: field('fingerprint'),
        reason,
        confirmed,
        typed: new Map(typed),
      });
      return asPage(published, { typed: { reason, ...Object.fromEntries(typed) }, confirmed });
    },
    discard: async () => {
      const gone = await discardUpload(by, field('upload'));
      return gone.status === 200 ? leadTo(href('/admin/results'), gone) : gone;
    },
  }));
}

export const meta = () => adminMeta('Results');

/** From a laboratory's file to published results: upload, look, publish. */
export default function ResultsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, view, isGone, product } = loaderData;
  const ticked: unknown = actionData?.confirmed;
  const confirmed = Array.isArray(ticked) ? ticked.map(String) : [];
  return (
    <AdminFrame title="Results" email={email}>
      <AnswerNotice outcome={actionData} />
      <PublishedNotice outcome={actionData} />
      {isGone && !actionData && (
        <Notice tone="error" className="mt-6">
          {UPLOAD_GONE}
        </Notice>
      )}
      {view ? (
        <UploadPreview view={view} confirmed={confirmed} />
      ) : (
        <UploadForm product={product} />
      )}
    </AdminFrame>
  );
}

/** What a publication has brought about: which products, and whose people are told. */
function PublishedNotice({ outcome }: { outcome: Record<string, unknown> | undefined }) {
  if (!Array.isArray(outcome?.published)) return null;
  const published = outcome.published as { product: number; revision: number | null }[];
  const told = Array.isArray(outcome.told) ? outcome.told.map(String) : [];
  return (
    <Notice tone="good" className="mt-6">
      {published.length === 0
        ? 'Nothing new. All of it was already published.'
        : `Published results of ${counted(published.length, 'product')}.`}
      <span>{told.length > 0 && ` Contributors and followers of ${listed(told)} are told.`}</span>
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
        {published.map(({ product, revision }) => (
          <li key={product}>
            <a href={`/plasticlist/${product}`} className="link">
              {product}, revision {revision}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
