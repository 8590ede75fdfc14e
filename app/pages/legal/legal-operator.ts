import { href } from 'react-router';
import type { Operator } from '#app/config.ts';
import type { ProseBlock } from '#app/pages/prose-text.ts';
import { site } from '#app/site.ts';

const either = new Intl.ListFormat('en-US', { type: 'disjunction' });

/** Who “we” are; what the operator has not said is said to be missing. */
export function whoWeAre({ name, address, email }: Operator): ProseBlock[] {
  const said = [
    name && `Operator: ${name}.`,
    address && `Address: ${address}.`,
    email && `Email: [${email}](mailto:${email}).`,
  ].filter((line) => line !== null);
  const missing = [
    name ? null : 'a name',
    address ? null : 'a postal address',
    email ? null : 'an email address',
  ].filter((line) => line !== null);
  return [
    `${site.name} is run by the operator of this installation. In this text “we” means the operator, and “the site” means ${site.name} at this address.`,
    ...(said.length > 0 ? [said] : []),
    ...(missing.length > 0
      ? [
          `The operator has not entered ${either.format(missing)} in this installation’s settings yet. What is missing belongs here before the site takes real money.`,
        ]
      : []),
  ];
}

/** How to reach the operator, for sentences that end with it. */
export function writeTo({ email }: Operator): string {
  return email
    ? `[write to us](mailto:${email})`
    : `write to us (see [Contact](${href('/contact')}))`;
}
