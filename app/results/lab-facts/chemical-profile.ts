import type { ChemicalKey } from '#app/toxicology/chemicals.ts';
import type { ProfileCitation } from '#app/toxicology/profile-content.ts';
import type { Category } from '#app/toxicology/families.ts';

/** What is known of a chemical, as `GET /api/chemicals/{key}` answers it (spec §3). */
export interface ChemicalSheet {
  key: ChemicalKey;
  full_name: string;
  category: Category;
  description: string;
  health_concerns: readonly string[];
  sources: readonly string[];
  regulations: readonly string[];
  alternatives: readonly string[];
  citations: readonly ProfileCitation[];
  /** Stands under every profile. */
  educational_note: string;
}

/** Asks for a chemical's sheet; 'failed' where it does not come. `ask` is `fetch`. */
export async function fetchChemicalSheet(
  key: ChemicalKey,
  ask: typeof fetch,
): Promise<ChemicalSheet | 'failed'> {
  try {
    const response = await ask(`/api/chemicals/${key}`);
    return response.ok ? ((await response.json()) as ChemicalSheet) : 'failed';
  } catch {
    return 'failed';
  }
}
