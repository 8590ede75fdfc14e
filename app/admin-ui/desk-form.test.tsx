import { expect, test } from 'vitest';
import { Input, Select, Textarea } from '#app/ui/field.tsx';
import { rendered } from '#test/support/rendered.tsx';
import { wrongIn } from '#test/support/forms.ts';
import { RestoredForm } from './desk-form.tsx';

const SAID = 'Say why it is ended.';
const typed = { reason: '', note: 'Two of them', kind: 'b' };

function form(name: string, field?: string) {
  const refused = { form: 'end', error: SAID, field, typed };
  return rendered(
    <RestoredForm intent="end" summary="End it" submit="End it" name={name}>
      <Input label="Why" name="reason" defaultValue="before" />
      <Textarea label="Note" name="note" />
      <Select label="Kind" name="kind">
        <option value="a">A</option>
        <option value="b">B</option>
      </Select>
    </RestoredForm>,
    refused,
  ).html;
}

test('a form that is refused says so of its wrong field, which is gone to, and keeps what was typed', () => {
  const html = form('end', 'reason');
  expect(wrongIn(html)).toEqual([['reason', SAID]]);
  expect(
    html.match(/<[^>]*autofocus[^>]*>/gi)?.map((tag) => /name="(\w+)"/.exec(tag)?.[1]),
  ).toEqual(['reason']);
  expect(html).toContain('<details open=""');
  expect(html).toMatch(/<textarea[^>]*>Two of them</);
  expect(html).toContain('<option value="b" selected="">');
  expect(html).not.toContain('value="before"');
});

test('where no field is named, or another form was refused, none is wrong', () => {
  expect(wrongIn(form('end'))).toEqual([]);
  const other = form('begin', 'reason');
  expect(wrongIn(other)).toEqual([]);
  expect(other).toContain('value="before"');
  expect(other).not.toContain('open=""');
});
