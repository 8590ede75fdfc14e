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

/**
 * In what state a product was tested, where that is not as it is sold and eaten: a powder or a meal before
 * it is heated (`as sold`), a meal from the microwave (`heated`), or nobody says (`unknown`).
 */
const STATES = new Map<number, 'as sold' | 'heated' | 'unknown'>([
  [122, 'as sold'], // instant coffee
  [87, 'as sold'], // electrolyte powder
  [48, 'as sold'], // peanut butter powder
  [121, 'as sold'], // powdered milk
  [37, 'as sold'],
  [140, 'as sold'],
  [400, 'as sold'],
  [144, 'as sold'],
  [141, 'heated'],
  [143, 'heated'],
  [401, 'heated'],
  // Tagged like those before and after the microwave, without a word of which it is.
  [139, 'unknown'],
]);

/** Fish that is eaten as it is sold, beside fish that is sold raw. */
const RAW_BESIDE_SMOKED: readonly (readonly number[])[] = [
  [334, 335],
  [334, 336],
];

/** Whether nobody can choose between two products, or a serving of the one is no serving of the other. */
export function areUnlike(one: number, other: number): boolean {
  if (
    [...ONE_ITEM, ...RAW_BESIDE_SMOKED].some(
      (those) => those.includes(one) && those.includes(other),
    )
  )
    return true;
  const [state, its] = [STATES.get(one), STATES.get(other)];
  return state !== its || state === 'unknown';
}
