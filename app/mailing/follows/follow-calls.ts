/** A browser's own follow of a product. */
interface Follow {
  id: string;
  product_id: number;
}

/** What this browser has under an address, or null; throws where the site does not say. */
export async function findFollow(
  productId: number,
  email: string,
  ask: typeof fetch,
): Promise<Follow | null> {
  const query = new URLSearchParams({ product_id: String(productId), email });
  const { follow } = (await answered(await ask(`/api/follows?${query}`))) as {
    follow?: Follow | null;
  };
  return typeof follow?.id === 'string' ? follow : null;
}

/** Has a product followed under an address; throws where that was not stored. */
export async function insertFollow(
  productId: number,
  email: string,
  ask: typeof fetch,
): Promise<void> {
  const response = await ask('/api/follows', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ product_id: productId, email }),
  });
  await answered(response);
}

/** Ends a follow; throws where it was not ended. */
export async function deleteFollow({ id }: Follow, ask: typeof fetch): Promise<void> {
  await answered(await ask(`/api/follows/${encodeURIComponent(id)}`, { method: 'DELETE' }));
}

async function answered(response: Response): Promise<object> {
  if (!response.ok) throw new Error(`The site answered ${response.status}.`);
  return (await response.json()) as object;
}
