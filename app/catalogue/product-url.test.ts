import { describe, expect, it } from 'vitest';
import { barcodeText, upcKey } from './barcodes.ts';
import { urlKey } from './product-keys.ts';

describe('the key of a product page', () => {
  it.each([
    ['https://www.example.com/p/soup', 'http://example.com/p/soup/'],
    ['https://example.com/p/soup?utm_source=x&gclid=1', 'https://m.example.com/p/soup#reviews'],
    ['https://example.com/p?b=2&a=1', 'https://EXAMPLE.com/p?a=1&b=2&fbclid=x'],
    [
      'https://www.amazon.com/Some-Title-Here/dp/B000123ABC/ref=sr_1_1?keywords=soup',
      'https://smile.amazon.com/gp/product/b000123abc?psc=1',
    ],
    ['https://example.com/caf%c3%a9/%41', 'https://example.com/caf\u00e9/A'],
    ['https://www.walmart.com/ip/Great-Soup/123456?athbdg=L1', 'https://walmart.com/ip/123456'],
    ['https://www.target.com/p/great-soup/-/A-7654321', 'https://target.com/p/A-7654321'],
  ])('is the same for %s and %s', (one, other) => {
    expect(urlKey(one)).toBe(urlKey(other));
    expect(urlKey(one)).not.toBeNull();
  });

  it.each([
    ['https://example.com/p/soup', 'https://example.com/p/soap'],
    ['https://example.com/p?id=1', 'https://example.com/p?id=2'],
    ['https://example.com/p?a=1%26b=2', 'https://example.com/p?a=1&b=2'],
    ['https://example.com/p%2Fsoup', 'https://example.com/p/soup'],
    ['https://amazon.com/dp/B000123ABC', 'https://amazon.com.evil.example/dp/B000123ABC'],
    ['https://shop.example.com/p', 'https://example.com/p'],
  ])('differs for %s and %s', (one, other) => {
    expect(urlKey(one)).not.toBe(urlKey(other));
  });

  it.each(['https://www.bluebuffalo.com/', 'javascript:alert(1)', 'soup', 'ftp://example.com/p'])(
    '%s has none',
    (url) => expect(urlKey(url)).toBeNull(),
  );

  it('survives escapes that stand for nothing, and is text that can be stored', () => {
    expect(urlKey('https://example.com/%E0%A4%A')).toBe('example.com/%E0%A4%A');
    expect(urlKey('https://example.com/p%00?a=%00')).toBe('example.com/p%00?a=%00');
  });

  it('is short for a long address, and differs where its end does', () => {
    const long = `https://example.com/${'ü'.repeat(1_900)}`;
    expect(urlKey(long)?.length).toBeLessThan(500);
    expect(urlKey(long)).toBe(urlKey(`${long}/`));
    expect(urlKey(long)).not.toBe(urlKey(`${long}x`));
  });
});

describe('the key of a barcode', () => {
  it('is one for a UPC-A, its EAN-13 and its GTIN-14', () => {
    expect(upcKey('036000291452')).toBe('00036000291452');
    expect(upcKey('0036000291452')).toBe('00036000291452');
    expect(upcKey('00036000291452')).toBe('00036000291452');
    expect(upcKey('0360-0029 1452')).toBe('00036000291452');
  });

  it.each([
    ['a zero lost', '36000291452', '036000291452'],
    ['UPC-E that ends in 0 to 2', '01234505', '012000003455'],
    ['UPC-E that ends in 3', '01234531', '012300000451'],
    ['UPC-E that ends in 4', '01234543', '012340000053'],
    ['UPC-E that ends in 5 to 9', '01234565', '012345000065'],
    ['UPC-E of number system 1', '18765435', '187600000545'],
    ['UPC-E with a zero lost', '1234565', '012345000065'],
    ['Coca-Cola’s can', '04963406', '049000006346'],
  ])('is one for %s: %s, and its long form', (_, short, long) => {
    expect(upcKey(short)).toBe(`00${long}`);
    expect(upcKey(long)).toBe(`00${long}`);
  });

  it('of eight digits that are no UPC-E is that of a GTIN-8', () => {
    expect(upcKey('96385074')).toBe('00000096385074');
    expect(upcKey('01234566')).toBe('00000001234566');
  });

  it('is one for the same number with a wrong check digit', () => {
    expect(upcKey('036000291453')).toBe('00036000291453');
  });

  it.each(['', '123', '12345678901', 'abcdefghijkl', '000000000000', '111111111111', '11111111'])(
    'of %j is none',
    (text) => expect(upcKey(text)).toBeNull(),
  );
});

describe('a stored barcode', () => {
  it.each(['036000291452', '4006381333931', '10036000291459', '96385074'])(
    '%s is read as it is printed, and is the same again',
    (printed) => {
      const stored = upcKey(printed)!;
      expect(barcodeText(stored)).toBe(printed);
      expect(upcKey(barcodeText(stored))).toBe(stored);
    },
  );
});
