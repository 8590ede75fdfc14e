import { href } from 'react-router';
import { AdminFrame, adminMeta, AnswerNotice } from '#app/admin-ui/admin-frame.tsx';
import { administratorOf } from '#app/admin-ui/page-answer.server.ts';
import { Press } from '#app/admin-ui/desk-form.tsx';
import { deskAction } from '#app/admin/sign-in/fresh-factor.server.ts';
import { dayText } from '#app/kit/day-text.ts';
import { RETENTION } from '#app/kit/retention.ts';
import { paddedId } from '#app/kit/text.ts';
import { sitePhotos } from '#app/pictures/product-photos.server.ts';
import { listSentPhotos } from '#app/pictures/sent-photos.server.ts';
import { acceptPhoto, refuseNetwork, refusePhoto } from './change-photo.server.ts';
import type { Route } from './+types/sent-photos.page.ts';

/** Photos shown at once. */
const SHOWN = 20;

export async function loader({ context }: Route.LoaderArgs) {
  const { email } = administratorOf(context);
  const { uploads, ...photos } = sitePhotos();
  await uploads.refresh();
  const { shown, total } = await listSentPhotos(SHOWN);
  const sent = shown.map(({ sentAt, ...photo }) => ({
    ...photo,
    on: dayText(sentAt.toISOString()),
    now: photos.address(photo.productId),
    seen: uploads.find(photo.productId) ?? '',
  }));
  return { email, sent, total };
}

export async function action(args: Route.ActionArgs) {
  return deskAction(args, [], ({ by, field }) => ({
    accept: () => acceptPhoto(by, field('photo'), field('seen')),
    refuse: () => refusePhoto(by, field('photo')),
    'refuse-network': () => refuseNetwork(by, field('photo')),
  }));
}

export const meta = () => adminMeta('Photos by visitors');

/** What visitors sent: beside the product's picture of today, to be shown in its place or deleted. */
export default function SentPhotosPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, sent, total } = loaderData;
  return (
    <AdminFrame title="Photos by visitors" email={email}>
      <AnswerNotice outcome={actionData} />
      <p className="mt-6 max-w-prose text-ink-soft">
        {total === 0
          ? 'No photos are waiting.'
          : `Nobody else sees these. What is not decided on is deleted ${RETENTION.sentPhotosDays} days after it was sent. A picture that is shown can be cropped or removed on its product’s photo page.`}
      </p>
      <ul className="mt-4">
        {sent.map((photo) => (
          <Sent key={photo.id} photo={photo} />
        ))}
      </ul>
      {total > sent.length && <p className="text-ink-soft">and {total - sent.length} more</p>}
    </AdminFrame>
  );
}

function Sent({ photo }: { photo: Route.ComponentProps['loaderData']['sent'][number] }) {
  const { id, productId, name, widthPx, heightPx, on, now, seen, ofNetwork } = photo;
  return (
    <li className="border-b border-line py-6">
      <h2 className="text-lg wrap-anywhere">
        <a href={href('/admin/products/:id/photo', { id: String(productId) })} className="link">
          {paddedId(productId)} {name}
        </a>
      </h2>
      <p className="text-sm text-ink-soft">
        Sent on {on}, {widthPx} × {heightPx} px.
      </p>
      <div className="mt-3 grid gap-4 sm:grid-cols-2">
        <img
          src={`/api/sent-photos/${id}`}
          width={widthPx}
          height={heightPx}
          alt={`Sent for ${name}`}
          className="max-h-96 w-auto max-w-full rounded-md border border-line object-contain"
        />
        {now && (
          <img
            src={`${now}&width=512&height=512&fit=inside&quality=70&format=auto`}
            alt={`Shown for ${name} now`}
            className="max-h-96 max-w-full rounded-md border border-line"
          />
        )}
      </div>
      <div className="mt-3 flex flex-wrap gap-3">
        <Press intent="accept" fields={{ photo: id, seen }} about={`of ${name}`}>
          {now ? 'Show it instead' : 'Show it'}
        </Press>
        <Press intent="refuse" fields={{ photo: id }} about={`of ${name}`}>
          Delete it
        </Press>
        {ofNetwork > 1 && (
          <Press intent="refuse-network" fields={{ photo: id }} about={`of ${name}`}>
            {`Refuse all ${ofNetwork} of this network`}
          </Press>
        )}
      </div>
    </li>
  );
}
