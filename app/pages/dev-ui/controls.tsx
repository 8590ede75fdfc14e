import { useState } from 'react';
import { Button, buttonClass, type ButtonLook } from '#app/ui/button.tsx';
import { CopyField } from '#app/ui/copy-field.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Input, Select, Textarea } from '#app/ui/field.tsx';
import { Link } from '#app/ui/link.tsx';
import { OnThisPage } from '#app/ui/on-this-page.tsx';
import type { Scheme } from '#app/ui/read-tokens.ts';
import { ShareLink } from '#app/ui/share-link.tsx';
import { SkipLink } from '#app/ui/skip-link.tsx';
import { Specimens } from './part.tsx';
import { parts } from './parts.ts';

const variants = ['primary', 'outline', 'quiet'] as const;
const sizes = ['large', 'small'] as const;

/** Each kind of button in each size: as it is, disabled, busy. */
export function Buttons() {
  return (
    <>
      {variants.map((variant) => (
        <Specimens key={variant} name={variant}>
          <div className="flex flex-col gap-3">
            {sizes.map((size) => (
              <ButtonStates key={size} variant={variant} size={size} />
            ))}
          </div>
        </Specimens>
      ))}
    </>
  );
}

function ButtonStates(look: ButtonLook) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button {...look}>Fund</Button>
      <Button {...look} disabled>
        Disabled
      </Button>
      <Button {...look} busy>
        Busy
      </Button>
      <a href="#buttons" className={buttonClass(look)}>
        Link
      </a>
    </div>
  );
}

/** The way to sections; named by its scheme, as a page has one of each name. */
export function Contents({ scheme }: { scheme: Scheme }) {
  return <OnThisPage name={`On this page, ${scheme}`} sections={parts.slice(0, 4)} />;
}

/** Links, the ring of the focus, the skip link as it shows when the Tab key reaches it. */
export function Links() {
  return (
    <>
      <p>
        Results come with{' '}
        <a href="#links" className="link">
          the laboratory’s own file
        </a>
        , every earlier publication stays readable, and{' '}
        <Link to="/risk-methodology" className="link">
          the arithmetic
        </Link>{' '}
        is open.
      </p>
      <Specimens name="focus">
        <div className="flex flex-wrap items-center gap-6 py-1">
          <a href="#links" className="link dev-focus">
            A link
          </a>
          <Button className="dev-focus">Button</Button>
          <Button variant="primary" className="dev-focus">
            Button
          </Button>
        </div>
      </Specimens>
      <Specimens name="share">
        <ShareLink path="/" title="Oat Rings">
          Share
        </ShareLink>
      </Specimens>
      <Specimens name="skip link">
        <div className="dev-skip">
          <SkipLink to="links">Skip to content</SkipLink>
        </div>
      </Specimens>
    </>
  );
}

/** Inputs, selects and texts: with a hint, an error, both; disabled; without a seen label. */
export function FieldSpecimens() {
  return (
    <div className="flex flex-col gap-5">
      <Input label="Email" type="email" placeholder="you@example.org" />
      <Input label="Amount" hint="Whole dollars, at least 5." defaultValue="20" />
      <Input
        label="Amount"
        hint="Whole dollars, at least 5."
        error="Please give at least $5."
        defaultValue="2"
      />
      <Input label="Lot" hint="Set by the laboratory." defaultValue="L-4471" disabled />
      <Select label="Sort by">
        <option>Newest</option>
        <option>Most funded</option>
      </Select>
      <Select label="Category" error="Please choose a category.">
        <option>None chosen</option>
      </Select>
      <Select label="Category" disabled>
        <option>Tea</option>
      </Select>
      <Textarea label="Notes" hint="What the package says, in your own words." />
      <Textarea label="Notes" error="Please write a sentence." rows={2} />
      <Input label="Search, its label read aloud only" labelHidden placeholder="Search products" />
      <CopyField label="Link" text="https://openassay.example/product/5012" rows={1} />
    </div>
  );
}

/** A dialog that shows something, and one that asks for a decision. */
export function Dialogs() {
  const [opened, setOpened] = useState<'more' | 'decision'>();
  const close = () => setOpened(undefined);
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setOpened('more')}>Open a dialog</Button>
        <Button onClick={() => setOpened('decision')}>Open a decision</Button>
      </div>
      <Dialog open={opened === 'more'} title="What a lot is" onClose={close}>
        <p>
          The batch that a sample comes from, as printed on the package. Two lots of one product can
          differ.
        </p>
      </Dialog>
      <Dialog
        open={opened === 'decision'}
        title="Take it off the list?"
        onClose={close}
        footer={
          <>
            <Button onClick={close}>Keep it</Button>
            <Button variant="primary" onClick={close}>
              Take it off
            </Button>
          </>
        }
      >
        <p>The product leaves your funding list. Nothing has been paid.</p>
      </Dialog>
    </>
  );
}
