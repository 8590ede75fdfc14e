import fc from 'fast-check';

/** Text that programs stumble over. */
const NASTY = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udc00x',
  '\u{1f95b}',
  '\u202e',
  '\r\n',
  '%00',
  '%zz',
  '%',
  '%2e%2e%2f',
  '../../etc/passwd',
  '/a'.repeat(200),
  "' or 1=1 --",
  '{{7*7}}',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  'Infinity',
  '-0',
  '1e400',
  '0x10',
  '٣',
  '9'.repeat(30),
  '2147483648',
  '9223372036854775808',
  '00000000-0000-4000-8000-000000000000',
  'someone@example.org',
  '[]',
  'true',
];

/** What tables and columns know of, so that some requests are read further than their headers. */
const KNOWN = ['1001', '9001', '92', '93', '0093', 'dehp', 'bpa', '1', '2', 'test-post', 'demo'];

/** Every unit of UTF-16, halves of characters among them. */
const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));

/** Any text: odd, known, random or very long. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...NASTY) },
  { weight: 3, arbitrary: fc.constantFrom(...KNOWN) },
  { weight: 2, arbitrary: fc.string({ unit, maxLength: 40 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom('a', '1', '\u{1f95b}', '%', '(', '*'),
        fc.integer({ min: 100, max: 5_000 }),
      )
      .map(([character, times]) => character.repeat(times)),
  },
);

/** Any value that JSON can say. */
export const oddJson: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.constantFrom<unknown>(null, true, 0, -1, 0.1, 1e21, 2 ** 53, 2 ** 31, [], {}, [[]], [null]),
  fc.array(oddText, { maxLength: 5 }),
  fc.dictionary(oddText, oddText, { maxKeys: 4 }),
  fc.integer({ min: 50, max: 500 }).map(nested),
);

function nested(depth: number): unknown {
  let json: unknown = 0;
  for (let at = 0; at < depth; at += 1) json = [json];
  return json;
}
