import { data, href } from 'react-router';
import { AdminFrame, adminMeta, AnswerNotice } from '#app/admin-ui/admin-frame.tsx';
import { administratorOf, asDone } from '#app/admin-ui/page-answer.server.ts';
import { deskAction } from '#app/admin/sign-in/fresh-factor.server.ts';
import { itemOf } from '#app/catalogue/item.server.ts';
import { formFieldsOf } from '#app/http/form-adapter.server.ts';
import { cropPhoto, currentPhoto, removePhoto, uploadPhoto } from './change-photo.server.ts';
import { CropForm, PhotoForm, WholePhoto } from './photo-forms.tsx';
import { codeOf, loadProduct } from './load-product.server.ts';
import * as messages from './messages.ts';
import { findPictured } from '#app/pictures/sent-photos.server.ts';
import { refuse } from '#app/http/call.ts';
import type { Route } from './+types/photo.page.ts';

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { email } = administratorOf(context);
  const id = codeOf(params.id);
  const product = id === undefined ? undefined : await loadProduct(id);
  // One that PlasticList tested has no page among the administrators'.
  const name = product?.fields.name ?? (id && (await findPictured(id))?.name);
  if (!id || !name) throw data(messages.NO_SUCH_PRODUCT, { status: 404 });
  const done = messages.DONE[new URL(request.url).searchParams.get('done') ?? ''];
  return {
    email,
    id,
    name,
    hasPage: !!product,
    photo: (await currentPhoto(await itemOf(id))) ?? null,
    done,
  };
}

export async function action({ params, ...args }: Route.ActionArgs) {
  const code = codeOf(params.id);
  if (code === undefined) throw data(messages.NO_SUCH_PRODUCT, { status: 404 });
  const id = await itemOf(code);
  const at = href('/admin/products/:id/photo', { id: String(id) });
  return deskAction(args, [], ({ by, form, field }) => ({
    upload: async () => {
      const file = form.get('photo');
      if (!(file instanceof Blob)) return refuse(400, messages.NO_PHOTO_CHOSEN, { field: 'photo' });
      return asDone(at, await uploadPhoto(by, id, new Uint8Array(await file.arrayBuffer())));
    },
    crop: async () => {
      const typed = formFieldsOf(form);
      const crop = {
        leftPx: pixelsOf(typed.left),
        topPx: pixelsOf(typed.top),
        widthPx: pixelsOf(typed.width),
        heightPx: pixelsOf(typed.height),
      };
      return asDone(at, await cropPhoto(by, id, crop, field('seen')), { typed });
    },
    'remove-photo': async () => asDone(at, await removePhoto(by, id)),
  }));
}

/** NaN where it is no whole number. */
function pixelsOf(text = ''): number {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN;
}

export function meta({ loaderData }: Route.MetaArgs) {
  return adminMeta(loaderData ? `Photo of product ${loaderData.id}` : 'No such product');
}

/** A product's photo: another one, or a part of the one there is. */
export default function PhotoPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, id, name, hasPage, photo, done } = loaderData;
  const back = hasPage
    ? href('/admin/products/:id', { id: String(id) })
    : href('/plasticlist/:originalId', { originalId: String(id) });
  return (
    <AdminFrame title={`Photo: ${name}`} email={email}>
      <p className="mt-3 text-sm">
        <a href={back} className="link">
          ← {hasPage ? 'Product' : 'Report'} {id}
        </a>
      </p>
      <AnswerNotice outcome={actionData ?? { message: done }} />
      <div className="mt-8 grid items-start gap-6 lg:grid-cols-2">
        <WholePhoto photo={photo} />
        <div className="grid gap-6">
          <PhotoForm />
          {photo && <CropForm photo={photo} />}
        </div>
      </div>
    </AdminFrame>
  );
}
