/** The header that brings a proof of work: base64 of `{ challenge, solution }`, as altcha-lib writes them. */
export const PROOF_HEADER = 'Proof-Of-Work';
