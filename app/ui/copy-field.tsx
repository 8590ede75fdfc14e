import { Button } from './button.tsx';
import { Textarea } from './field.tsx';
import { useToast } from './toast.tsx';

/** A text to be taken along: selected where it stands, and with scripts copied by a button. */
export function CopyField({ label, text, rows }: { label: string; text: string; rows: number }) {
  const toast = useToast();

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast.show('Copied.');
    } catch {
      toast.show('The clipboard is not available. Select the text and copy it.', { tone: 'error' });
    }
  }

  return (
    <div className="flex flex-col items-start gap-2">
      <Textarea
        className="w-full font-mono"
        label={label}
        value={text}
        rows={rows}
        readOnly
        spellCheck={false}
        onFocus={({ target }) => target.select()}
      />
      <Button size="small" className="max-sm:min-h-11 noscript:hidden" onClick={() => void copy()}>
        Copy<span className="sr-only">: {label}</span>
      </Button>
    </div>
  );
}
