import type { IntakeLimit } from './limits.ts';

/** Whether a limit is its authority's last word, and what that is. */
export const limitStatuses = {
  final: 'its authority’s last word that we know of',
  temporary: 'its authority calls it so',
  contested: 'other authorities have said in public that they do not share its reasons',
  proposed: 'its authority calls it a proposal',
  'read-across': 'this site’s reading of another limit',
};

/** As the citations of the chemicals' profiles have it; of the BfR, as decision 0154 has it. */
const LOOKED_AT = { EFSA: '2026-11-21', EPA: '2026-11-21', BfR: '2026-11-28' };

interface Standing {
  status: keyof typeof limitStatuses;
  /** Day on which somebody last saw that the document says so. */
  lookedAt: string;
}

/** How a limit stands. What pages without it load does not carry it. */
export function standingOfLimit({ authority, setBy, note, citation }: IntakeLimit): Standing {
  const lookedAt = LOOKED_AT[authority];
  if (setBy.startsWith('This site')) return { status: 'read-across', lookedAt };
  if (citation.title.includes('proposes')) return { status: 'proposed', lookedAt };
  const [word = ''] = /^(Contested|Temporary)/.exec(note ?? '') ?? [];
  return { status: (word.toLowerCase() || 'final') as Standing['status'], lookedAt };
}
