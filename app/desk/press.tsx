import { Button } from '#app/ui/button.tsx';
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx';

/** One button that posts a wish about one thing, by a form that needs no script. */
export function Press({
  to,
  intent,
  fields,
  about,
  children,
}: {
  to: string;
  intent: string;
  fields: Readonly<Record<string, string>>;
  /** What it is about, for whoever hears the button alone. */
  about: string;
  children: string;
}) {
  return (
    <form method="post" action={to}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" name="intent" value={intent} size="small">
        {children}
        <VisuallyHidden> {about}</VisuallyHidden>
      </Button>
    </form>
  );
}
