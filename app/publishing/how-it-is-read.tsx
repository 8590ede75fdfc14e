import { href } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { Select } from '#app/ui/field.tsx';
import { Panel } from '#app/ui/panel.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { UNITS_OFFERED, type UploadView } from './result-upload.ts';

const CONTROLS: readonly (readonly [value: string, label: string])[] = [
  ['blank', 'A blank'],
  ['spike', 'A spike'],
  ['duplicate', 'A duplicate'],
  ['other', 'Another control'],
];

/** What each line of the file is taken for, and its unit where it states none, to be said otherwise. */
export function HowItIsRead({ view }: { view: UploadView }) {
  const { id, lines, deskNumbers, unit } = view;
  if (lines.length === 0 && unit === null) return null;
  const samples: readonly (readonly [string, string])[] =
    deskNumbers.length > 0
      ? deskNumbers.map((number) => [`sample:${number}`, `Sample ${number} of the desk`])
      : [['sample', 'A sample']];
  return (
    <Panel aria-labelledby="read" className="mt-6">
      <RuleLabel id="read">How it is read</RuleLabel>
      <form method="post" action={`${href('/admin/results')}?upload=${id}`} className="mt-3">
        <input type="hidden" name="upload" value={id} />
        {unit !== null && (
          <Select
            label="Unit of what states none"
            name="unit"
            defaultValue={unit}
            className="max-w-xs"
          >
            <option value="">Choose a unit</option>
            {UNITS_OFFERED.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
        )}
        <ul className="mt-2 grid gap-3 sm:grid-cols-2">
          {lines.map(({ line, id: name, choice }) => (
            <li key={line}>
              <Select label={`Line ${line}: ${name}`} name={`line-${line}`} defaultValue={choice}>
                {choice === 'sample' && deskNumbers.length > 0 && (
                  <option value="sample">A sample</option>
                )}
                {[...samples, ...CONTROLS].map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            </li>
          ))}
        </ul>
        <Button type="submit" name="intent" value="read" className="mt-4">
          Read it this way
        </Button>
      </form>
    </Panel>
  );
}
