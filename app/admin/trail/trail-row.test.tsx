import { expect, it } from 'vitest';
import { rendered } from '#test/support/rendered.tsx';
import { TrailRow } from './trail-row.tsx';

it.each([
  [93, '/plasticlist/0093'],
  [1001, '/admin/products/1001'],
])('what was done to %i leads to a page that there is', (product, address) => {
  const { html } = rendered(
    <TrailRow
      id={1}
      at="2026-11-25T04:00:00.000Z"
      actor="an administrator"
      parts={[{ text: 'this', product }]}
      subject={null}
      payment={null}
      changes={[]}
    />,
  );
  expect(html).toContain(`href="${address}"`);
});
