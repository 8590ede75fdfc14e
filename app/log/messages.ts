/** What a seal shows and what it does not, wherever one is shown. */
export const WHAT_A_SEAL_SHOWS =
  'A seal shows that this is unchanged since then. It does not show that it is true.';
