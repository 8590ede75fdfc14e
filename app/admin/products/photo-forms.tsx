import { DeskForm, IntentButton } from '#app/admin-ui/desk-form.tsx';
import type { CurrentPhoto } from './change-photo.server.ts';
import { CROP_NUMBERS } from './messages.ts';
import { Input } from '#app/ui/field.tsx';
import { TitledPanel } from '#app/ui/panel.tsx';

/** The photo as it is, none of it cut away, with its size. */
export function WholePhoto({ photo }: { photo: CurrentPhoto | null }) {
  return (
    <TitledPanel
      id="photo"
      title="The photo"
      note={photo ? `${photo.widthPx} × ${photo.heightPx} px` : undefined}
    >
      {!photo && (
        <p className="mt-3 text-sm text-ink-soft">There are none. A drawing is shown instead.</p>
      )}
      {photo && (
        <>
          <img
            src={`${photo.address}&width=512&height=512&fit=inside&quality=70&format=auto`}
            alt="All of it"
            className="mt-4 max-w-full rounded-md border border-line"
          />
          <p className="mt-3 text-sm text-ink-soft">
            {photo.isUploaded
              ? 'It was uploaded here.'
              : 'It is in the photo folder. An upload here takes precedence.'}
          </p>
        </>
      )}
      {photo?.isUploaded && (
        <DeskForm className="mt-4">
          <IntentButton intent="remove-photo">Remove the uploaded photo</IntentButton>
        </DeskForm>
      )}
    </TitledPanel>
  );
}

/** Sends a file; works without JavaScript. */
export function PhotoForm() {
  return (
    <TitledPanel id="upload" title="Upload">
      <DeskForm encType="multipart/form-data" className="mt-4 flex flex-col items-start gap-4">
        <Input
          label="Photo"
          name="photo"
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif"
          required
          hint="JPEG, PNG, WebP, or AVIF, up to 10 MB and 40 million pixels. It is rotated upright and re-encoded. Camera data, including location, is removed."
          className="w-full"
        />
        <IntentButton intent="upload" size="large" variant="primary">
          Upload
        </IntentButton>
      </DeskForm>
    </TitledPanel>
  );
}

/** A part of the photo, by numbers; the largest square from its middle unless told. */
export function CropForm({ photo }: { photo: CurrentPhoto }) {
  const { widthPx, heightPx, version } = photo;
  const side = Math.min(widthPx, heightPx);
  const numbers: [name: string, label: string, value: number, max: number][] = [
    ['left', 'From the left', Math.floor((widthPx - side) / 2), widthPx],
    ['top', 'From the top', Math.floor((heightPx - side) / 2), heightPx],
    ['width', 'Width', side, widthPx],
    ['height', 'Height', side, heightPx],
  ];
  return (
    <TitledPanel id="crop" title="Crop it">
      <DeskForm className="mt-4" fields={{ seen: version }}>
        <div className="grid grid-cols-2 gap-4">
          {numbers.map(([name, label, value, max]) => (
            <Input
              key={name}
              label={`${label} (px)`}
              name={name}
              type="number"
              min={0}
              max={max}
              step={1}
              required
              defaultValue={value}
            />
          ))}
        </div>
        <p className="mt-3 text-sm text-ink-soft">
          {CROP_NUMBERS} Pages show a square. What you crop away is deleted.
        </p>
        <IntentButton intent="crop" size="large" className="mt-4">
          Crop
        </IntentButton>
      </DeskForm>
    </TitledPanel>
  );
}
