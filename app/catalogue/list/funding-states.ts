/** Where a product can stand, as the list is cut down to it, and what that is called. */
export const FUNDING_STATES = [
  { key: 'open', name: 'Can be funded' },
  { key: 'testing', name: 'Being tested' },
  { key: 'tested', name: 'Tested' },
] as const;

export type FundingState = (typeof FUNDING_STATES)[number]['key'];

/** The state that an address names; undefined where it names none. */
export function fundingStateOf(key: string | null | undefined): FundingState | undefined {
  return FUNDING_STATES.find((state) => state.key === key)?.key;
}
