/** Where a product can stand, as the list is cut down to it, and what that is called. */
export const FUNDING_STATES = { open: 'Can be funded', testing: 'Being tested', tested: 'Tested' };

export type FundingState = keyof typeof FUNDING_STATES;

/** The state that an address names; undefined where it names none. */
export function fundingStateOf(key: string | null): FundingState | undefined {
  return key && Object.hasOwn(FUNDING_STATES, key) ? (key as FundingState) : undefined;
}
