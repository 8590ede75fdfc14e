/** What a seal shows and what it does not, wherever one is shown. */
export const WHAT_A_SEAL_SHOWS =
  'A seal shows that its entry is unchanged since then, not that what it says is true.';
