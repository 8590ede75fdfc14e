/**
 * Tested products that are one item under several conditions, by PlasticList's numbers: a dish and the same
 * dish from its container, a meal before and after the microwave, one tap at two moments, one pitcher's
 * water in several cups. Read from names and collection notes. None is an alternative to another.
 */
const ONE_ITEM: readonly (readonly number[])[] = [
  [33, 34],
  [241, 242],
  [400, 401],
  [140, 141],
  [143, 144],
  [101, 115],
  [103, 402],
  [104, 403],
  [105, 405],
  [107, 108, 109, 112],
  [110, 111, 113],
  [326, 460, 461],
  [411, 412],
  [420, 421, 422, 423],
];

/** Of the same kinds, what is a powder, raw, or frozen as it was tested, where others are eaten as they were. */
const NOT_AS_EATEN: ReadonlySet<number> = new Set([
  122, // instant coffee
  87, // electrolyte powder
  48, // peanut butter powder
  121,
  37, // powdered milk
  140,
  400, // before the microwave
  144, // dry macaroni
]);

/** Whether nobody can choose between two products, or a serving of the one is no serving of the other. */
export function areUnlike(one: number, other: number): boolean {
  const isOneItem = ONE_ITEM.some((those) => those.includes(one) && those.includes(other));
  return isOneItem || NOT_AS_EATEN.has(one) !== NOT_AS_EATEN.has(other);
}
