/** By id; ids are mostly numbers written as text, so the shorter is the smaller. */
export function inOrder<Named extends { readonly id: string }>(samples: readonly Named[]): Named[] {
  return samples.toSorted((a, b) => a.id.length - b.id.length || (a.id < b.id ? -1 : 1));
}
