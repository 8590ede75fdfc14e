import { href } from 'react-router';
import { listed } from '#app/kit/text.ts';
import type { SameKind, TapWater } from '#app/results/rank/same-kind.server.ts';
import { mostText } from '#app/results/answers/answer.ts';
import { specChild, type Eater } from '#app/results/answers/eater.ts';
import { reportAddress } from '#app/results/risk-level-row.ts';
import { familyOf, type Family } from '#app/toxicology/families.ts';
import { TextLink } from '#app/ui/text-link.tsx';

/**
 * Where else to go from a report that is not low for certain: another of the kind, tap water, and to be
 * told of the next test. `asked` are the families that are high or that this test can't tell, the most
 * pressing first; none of them, no step. Where nothing is lower in these, what is lower in one of the
 * `noticeable` families is named beside that. `eater` is whoever the report is read for.
 */
export function nextStepsOf(
  asked: readonly Family[],
  sameKind: SameKind | null,
  eater: Eater,
  noticeable: readonly Family[] = [],
) {
  if (asked.length === 0 || !sameKind) return [];
  const { kind, lower, compared, tapWater } = sameKind;
  const [pressing] = asked.flatMap((family) => lower[family] ?? []);
  const beside = noticeable.flatMap((family) => lower[family] ?? []).find(({ isShown }) => isShown);
  const other = pressing ?? beside;
  const steps = [
    other !== undefined && {
      key: 'lower',
      line: (
        <>
          <TextLink to={reportAddress(other.id)}>{other.name}</TextLink>: {other.lines.join(' ')}
        </>
      ),
    },
    !pressing &&
      compared > 0 && {
        key: 'none-lower',
        line: `Of the others tested that are not known to be above a limit (BPS and BPF counted as BPA), none is clearly lower in ${familyNames(asked)} by best estimate.`,
      },
    tapWater !== null && { key: 'tap-water', line: tapWaterText(tapWater, asked, eater) },
    {
      key: 'ask',
      line: (
        <TextLink to={`${href('/plasticlist/kinds/:kind', { kind: kind.key })}#follow-kind`}>
          Get an email when more is tested: {kind.name.toLowerCase()}
        </TextLink>
      ),
    },
  ];
  return steps.filter((step) => step !== false);
}

/** `Tap water, 10 tested: phthalates that count found in none, at most 3.1% of the European limit; …` */
function tapWaterText({ tested, families }: TapWater, asked: readonly Family[], eater: Eater) {
  const factor = (eater.servings / eater.weightKg) * (specChild.weightKg / specChild.servings);
  const seen = asked.map((family) => {
    const { found, isBeside, most } = families[family];
    const { name, whoseLimit } = familyOf(family);
    const upper = Number.isFinite(most) ? `, ${mostText(most * factor, whoseLimit)}` : '';
    return `${name.toLowerCase()}${isBeside ? ' that count' : ''} found in ${found === 0 ? 'none' : found}${upper}`;
  });
  return `Tap water, ${tested} tested: ${seen.join('; ')}.`;
}

/** `phthalates and bisphenols`. */
export function familyNames(some: readonly Family[]): string {
  return listed(some.map((family) => familyOf(family).name.toLowerCase()));
}
