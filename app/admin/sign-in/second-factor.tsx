import { href } from 'react-router';
import { CODE_HINT, CodeField } from '#app/admin-ui/code-asked.tsx';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { TitledPanel } from '#app/ui/panel.tsx';

/** The key of an authenticator app while it is being set up. */
export interface AppKey {
  /** As the app is told of it, `otpauth:…`. */
  uri: string;
  /** The same as a QR code, an SVG. */
  picture: string;
}

/** A code of an authenticator app beside the mailed link: set up, taken off, recovery codes. */
export function SecondFactor({
  isOn,
  appKey,
  recoveryCodes,
}: {
  isOn: boolean;
  appKey: AppKey | undefined;
  /** Shown once, when they are made. */
  recoveryCodes: string[] | undefined;
}) {
  const buttons = isOn ? CHANGES : appKey ? CONFIRM : BEGIN;
  return (
    <TitledPanel id="second-factor" title="Second factor" note={isOn ? 'on' : 'off'}>
      {appKey && <Key {...appKey} />}
      {recoveryCodes && <RecoveryCodes codes={recoveryCodes} />}
      <form method="post" action={href('/admin/account')} className="mt-4 flex flex-col gap-3">
        {buttons === BEGIN ? (
          <p className="text-sm text-ink-soft">
            With it on, signing in takes a code from an authenticator app as well as the emailed
            link.
          </p>
        ) : (
          <CodeField hint={isOn ? CODE_HINT : 'The six digits that the app shows now.'} />
        )}
        <div className="flex flex-wrap gap-3">
          {Object.entries(buttons).map(([intent, text]) => (
            <Button key={intent} type="submit" name="intent" value={intent} size="small">
              {text}
            </Button>
          ))}
        </div>
      </form>
    </TitledPanel>
  );
}

const BEGIN = { 'begin-second-factor': 'Set it up' };
const CONFIRM = { 'confirm-second-factor': 'Turn it on' };
const CHANGES = {
  'renew-recovery-codes': 'Make new recovery codes',
  'end-second-factor': 'Turn it off',
};

function Key({ uri, picture }: AppKey) {
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  return (
    <div className="mt-3 text-sm">
      <p>
        Scan the picture with an authenticator app, or type in the key below it. Then enter the code
        that the app shows.
      </p>
      <img
        alt="The key as a QR code"
        src={`data:image/svg+xml,${encodeURIComponent(picture)}`}
        className="mt-3 size-48 max-w-full border border-line"
      />
      <p className="mt-2 border border-line bg-paper px-3 py-2 font-mono wrap-anywhere">
        {secret.match(/.{1,4}/g)?.join(' ')}
      </p>
      <p className="mt-2">
        <a href={uri} className="link">
          Open it in an app on this device
        </a>
      </p>
    </div>
  );
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <div className="mt-4">
      <Notice tone="warn">
        Keep these recovery codes somewhere only you can find them. Each works once, without the
        app. They will not be shown again.
      </Notice>
      <ul className="mt-3 grid grid-cols-2 gap-x-6 gap-y-1 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </div>
  );
}
