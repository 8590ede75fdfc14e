import { href } from 'react-router';
import * as messages from '#app/admin/messages.ts';
import { Button } from '#app/ui/button.tsx';
import { Input } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Panel } from '#app/ui/panel.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';

/** A code of an authenticator app beside the mailed link: set up, taken off, recovery codes. */
export function SecondFactor({
  isOn,
  totpUri,
  recoveryCodes,
}: {
  isOn: boolean;
  /** As the app is told of its key, `otpauth:…`; only while it is being set up. */
  totpUri: string | undefined;
  /** Shown once, when they are made. */
  recoveryCodes: string[] | undefined;
}) {
  return (
    <Panel aria-labelledby="second-factor">
      <RuleLabel id="second-factor" note={isOn ? 'on' : 'off'}>
        Second factor
      </RuleLabel>
      {totpUri && <Key totpUri={totpUri} />}
      {recoveryCodes && <RecoveryCodes codes={recoveryCodes} />}
      {!isOn && totpUri && (
        <CodeForm
          hint={messages.FIRST_CODE_HINT}
          intents={[['confirm-second-factor', 'Turn it on']]}
        />
      )}
      {!isOn && !totpUri && <Begin />}
      {isOn && (
        <CodeForm
          hint={messages.CODE_HINT}
          intents={[
            ['renew-recovery-codes', 'Make new recovery codes'],
            ['end-second-factor', 'Turn it off'],
          ]}
        />
      )}
    </Panel>
  );
}

function Begin() {
  return (
    <form method="post" action={href('/admin/account')} className="mt-3">
      <p className="text-sm text-ink-soft">{messages.SECOND_FACTOR_LEAD}</p>
      <Button type="submit" name="intent" value="begin-second-factor" className="mt-4">
        Set it up
      </Button>
    </form>
  );
}

function Key({ totpUri }: { totpUri: string }) {
  const secret = new URL(totpUri).searchParams.get('secret') ?? '';
  return (
    <div className="mt-3 text-sm">
      <p>{messages.KEY_LEAD}</p>
      <p className="mt-2 border border-line bg-paper px-3 py-2 font-mono wrap-anywhere">
        {secret.match(/.{1,4}/g)?.join(' ')}
      </p>
      <p className="mt-2">
        <a href={totpUri} className="link">
          Open it in an app on this device
        </a>
      </p>
    </div>
  );
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <div className="mt-4">
      <Notice tone="warn">{messages.RECOVERY_LEAD}</Notice>
      <ul className="mt-3 grid grid-cols-2 gap-x-6 gap-y-1 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </div>
  );
}

function CodeForm({ hint, intents }: { hint: string; intents: [intent: string, text: string][] }) {
  return (
    <form method="post" action={href('/admin/account')} className="mt-5 flex flex-col gap-3">
      <Input
        label="Code"
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={20}
        hint={hint}
      />
      <div className="flex flex-wrap gap-3">
        {intents.map(([intent, text]) => (
          <Button key={intent} type="submit" name="intent" value={intent} size="small">
            {text}
          </Button>
        ))}
      </div>
    </form>
  );
}
