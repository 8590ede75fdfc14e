/** Our own products have codes from here; PlasticList's numbers end below. */
const FIRST_CODE = 1_000;

/** Whether results under this number are of a product that can be funded here. */
export function isFundable(originalId: number): boolean {
  return originalId >= FIRST_CODE;
}
