import { patientFetch } from './patient-fetch.ts';
import { PROOF_HEADER } from '#app/platform/http/proof-header.ts';

/** What is asked for may have become dearer while the first proof was made. */
const PROOFS = 2;

/**
 * `patientFetch` that spends a moment of this browser's time where the site asks for that: in the
 * background, by a script that is loaded then. Where it cannot, the site's refusal is the answer.
 */
export const provingFetch: typeof fetch = async (input, init) => {
  let response = await patientFetch(input, init);
  for (let proofs = 0; response.status === 429 && proofs < PROOFS; proofs += 1) {
    try {
      const { challenge } = (await response.clone().json()) as { challenge?: unknown };
      if (!challenge) break;
      const { solve } = await import('./solve-challenge.ts');
      const headers = { ...init?.headers, [PROOF_HEADER]: await solve(challenge) };
      response = await patientFetch(input, { ...init, headers });
    } catch {
      break;
    }
  }
  return response;
};
