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

/** How a limit stands. What pages without it load does not carry it. */
export function standingOfLimit(limit: IntakeLimit) {
  /** `lookedAt` is the day on which somebody last saw that the document says so. */
  return { status: statusOf(limit), lookedAt: LOOKED_AT[limit.authority] };
}

function statusOf({ setBy, note, citation }: IntakeLimit): keyof typeof limitStatuses {
  if (setBy.startsWith('This site')) return 'read-across';
  if (citation.title.includes('proposes')) return 'proposed';
  if (note?.startsWith('Contested')) return 'contested';
  return note?.startsWith('Temporary') ? 'temporary' : 'final';
}
