import { data, href, Link } from 'react-router';
import { headersOf } from '#app/http/form-adapter.server.ts';
import { tooLargeContext, visitorContext } from '#app/http/page-context.server.ts';
import { Problem } from '#app/shell/problem.tsx';
import { unlistedMeta } from '#app/http/private-page.ts';
import { Button } from '#app/ui/button.tsx';
import { Input } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { RefusedFields } from '#app/ui/wrong-field.ts';
import * as messages from './messages.ts';
import { findPictured, sendPhoto } from './sent-photos.server.ts';
import { TextLink } from '#app/ui/text-link.tsx';
import type { Route } from './+types/send-photo.page.ts';

/** The product's number in an address; 0, which none has, where it is no whole number. */
const idOf = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : 0);

export async function loader({ params, context }: Route.LoaderArgs) {
  const product = (await findPictured(idOf(params.id))) ?? null;
  const tooLarge = context.get(tooLargeContext);
  const status = product === null ? 404 : tooLarge ? 413 : 200;
  const refused: RefusedFields = tooLarge
    ? { error: messages.PHOTO_TOO_LARGE, field: 'photo' }
    : {};
  return data({ product, refused }, { status });
}

/** Takes the photo, from the camera or a file, whichever field has one. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const product = await findPictured(idOf(params.id));
  if (!product) return data({ error: messages.NOT_PICTURED }, { status: 404 });
  const files = (await request.formData()).getAll('photo');
  const file = files.find((one) => typeof one !== 'string' && one.size > 0) as File | undefined;
  const answered = await sendPhoto(context.get(visitorContext), product.id, file);
  const { status, body } = answered;
  return data(body as RefusedFields & { message?: string }, {
    status,
    headers: headersOf(answered),
  });
}

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  const title = loaderData?.product ? `Photo of ${loaderData.product.name}` : 'No such product';
  return unlistedMeta(title);
}

/** Where a visitor sends a photo of a product: a plain form, with scripts and without. */
export default function SendPhotoPage({ loaderData, actionData }: Route.ComponentProps) {
  const { product } = loaderData;
  if (!product) {
    return (
      <Problem line="[ERROR]: Product not found" title="No such product.">
        {messages.NOT_PICTURED}
      </Problem>
    );
  }
  const { id, name, isTested } = product;
  const answered: RefusedFields & { message?: string } = actionData ?? loaderData.refused;
  const { message, error, field } = answered;
  const back = isTested
    ? href('/plasticlist/:originalId', { originalId: String(id) })
    : href('/product/:id', { id: String(id) });
  return (
    <div className="page-column pt-4 pb-20">
      <Link to={back} className="link inline-flex min-h-8 items-center font-mono text-sm">
        ← {isTested ? 'The report' : 'The product'}
      </Link>
      <h1 className="mt-3 text-xl wrap-break-word @xl:text-3xl">Add a photo of {name}</h1>
      {error && !field && (
        <Notice tone="error" className="mt-4">
          {error}
        </Notice>
      )}
      {message ? (
        <Notice tone="good" className="mt-4">
          {message}
        </Notice>
      ) : (
        <form
          method="post"
          encType="multipart/form-data"
          action={href('/photo/:id', { id: String(id) })}
          className="mt-4 flex max-w-prose flex-col items-start gap-4"
        >
          <p>The front of the package, as you would see it in the store.</p>
          {/* Telephones alone take one on the spot; with this attribute they offer no file. */}
          <Input
            label="Take a photo"
            name="photo"
            type="file"
            accept="image/*"
            capture="environment"
            className="hidden w-full pointer-coarse:block"
          />
          <Input
            label="Choose a file"
            name="photo"
            type="file"
            accept="image/*"
            error={field && error}
            className="w-full"
          />
          <p className="text-ink-soft">
            {messages.PHOTO_TERMS} <TextLink to={href('/legal')}>Privacy policy</TextLink>
          </p>
          <Button type="submit" variant="primary">
            Send the photo
          </Button>
        </form>
      )}
    </div>
  );
}
