import { describe, expect, it } from 'vitest';
import { EMPTY_DRAFT, errorsIn, readDraft } from './draft.ts';
import { cleanLine } from '#app/kit/text.ts';
import * as messages from './messages.ts';
import {
  adjustAmount,
  cleanText,
  derivedFrom,
  errorsOf,
  numberOf,
  readAddress,
} from './submission.ts';

const good = {
  name: 'Soup',
  brand: '',
  category: '',
  upc: '',
  product_url: 'example.com/p',
  comments: '',
  serving_size_g: 0,
  amount: 25,
};

describe('an address', () => {
  it.each([
    ['amazon.com/dp/B000000001', 'https://amazon.com/dp/B000000001'],
    [' http://example.com/p ', 'http://example.com/p'],
    ['HTTPS://Example.com/P', 'https://example.com/P'],
    ['example.com:8080/p', 'https://example.com:8080/p'],
  ])('%j reads as %s', (typed, url) => {
    expect(readAddress(typed)).toEqual({ ok: true, url });
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.com/p',
    'mailto:a@example.com',
    'https://user:password@example.com/p',
    'https://amazon.com@evil.example/p',
    'https://localhost/p',
    'https://127.0.0.1/p',
    'soup',
    'two words.com',
    'https://',
    'https://.com',
  ])('%j is refused', (typed) => {
    expect(readAddress(typed)).toEqual({ ok: false, error: messages.URL_INVALID });
  });
});

describe('an address that is no page of one product in a U.S. shop', () => {
  it.each([
    ['https://www.google.com/search?q=oat+milk', messages.IS_SEARCH],
    ['google.co.uk/shopping?q=x', messages.IS_SEARCH],
    ['https://www.amazon.com/s?k=oat+milk&ref=nb', messages.IS_SEARCH],
    ['https://www.amazon.com/s/ref=sr_1?keywords=oats', messages.IS_SEARCH],
    ['https://www.walmart.com/search?q=oats', messages.IS_SEARCH],
    ['https://www.target.com/s?searchTerm=oats', messages.IS_SEARCH],
    ['https://www.instacart.com/store/s?k=oats', messages.IS_SEARCH],
    ['https://www.costco.com/CatalogSearch?keyword=oats', messages.IS_SEARCH],
    ['https://shop.example.com/?s=oats', messages.IS_SEARCH],
    ['https://www.walmart.com/browse/food/976759', messages.IS_SEARCH],
    ['https://shop.example.com/collections/snacks', messages.IS_SEARCH],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', messages.IS_VIDEO],
    ['youtu.be/dQw4w9WgXcQ', messages.IS_VIDEO],
    ['https://www.tiktok.com/@a/video/1', messages.IS_VIDEO],
    ['https://m.facebook.com/marketplace/item/1', messages.IS_SOCIAL],
    ['https://x.com/a/status/1', messages.IS_SOCIAL],
    ['https://www.pinterest.ca/pin/1', messages.IS_SOCIAL],
    ['https://en.wikipedia.org/wiki/Oat_milk', messages.IS_NO_SHOP],
    ['https://www.amazon.co.uk/dp/B000000001', messages.IS_ABROAD],
    ['https://www.amazon.de/dp/B000000001', messages.IS_ABROAD],
    ['https://www.costco.ca/oats.product.1234.html', messages.IS_ABROAD],
    ['https://uk.iherb.com/pr/oats/1234', messages.IS_ABROAD],
    ['https://www.tesco.com/groceries/en-GB/products/1', messages.IS_ABROAD],
    ['https://www.aliexpress.com/item/1.html', messages.IS_ABROAD],
    ['amazon.com', messages.IS_FRONT_PAGE],
  ])('%s is refused', (product_url, sentence) => {
    expect(errorsOf({ ...good, product_url })).toEqual({ product_url: sentence });
  });

  it.each([
    'https://www.amazon.com/Oats/dp/B000000001/ref=sr_1_1?keywords=oats&s=grocery',
    'https://www.amazon.com/gp/product/B000000001?q=x',
    'https://www.walmart.com/ip/Oats/123456?q=oats',
    'https://shop.example.com/collections/snacks/products/oats',
    'https://www.research.example.com/p/searchlight-oats',
    'https://www.bluebuffalo.com/',
    'https://xbox.com/en-us/p/1',
    'https://fax.com/p/1',
    'https://drink.co/oats',
    'https://ca.example.com/oats',
    'https://www.iherb.com/pr/oats/1234',
    'https://googlefoods.com/oats',
  ])('%s is taken', (product_url) => expect(errorsOf({ ...good, product_url })).toEqual({}));
});

describe('a barcode', () => {
  it.each([
    '',
    ' ',
    '0 36000-29145 2',
    '36000291452',
    '96385074',
    '4006381333931',
    '00036000291452',
  ])('%j is taken', (upc) => expect(errorsOf({ ...good, upc })).toEqual({}));

  it.each([
    'abc',
    '123',
    '000000000000',
    '36000291453',
    '036000291452a',
    '0123456789',
    '012345678901234',
    '１２３４５６７８',
  ])('%j is refused', (upc) =>
    expect(errorsOf({ ...good, upc })).toEqual({ upc: messages.UPC_INVALID }),
  );
});

describe('a name', () => {
  it.each(['Glock 19 pistol', 'AR-15', '9 mm ammo, 50 rounds', 'Heroin'])(
    '%s is of nothing that we test',
    (name) => expect(errorsOf({ ...good, name })).toEqual({ name: messages.notTestedHere() }),
  );

  it.each(['Water pistol', 'Nerf rifle', 'Trifle', 'Massage gun', 'Hempseed oil', 'Heroine tea'])(
    '%s is taken',
    (name) => expect(errorsOf({ ...good, name })).toEqual({}),
  );
});

describe('brand and category', () => {
  it.each([
    ['https://www.amazon.com/dp/B000000001', 'Amazon'],
    ['smile.amazon.com/dp/B000000001', 'Amazon'],
    ['walmart.com/ip/1', 'Walmart'],
    ['https://target.com/p/1', 'Target'],
    ['https://www.costco.com/p', 'Costco'],
    ['https://www.samsclub.com/p', 'Sam’s Club'],
    ['https://www.kroger.com/p', 'Kroger'],
    ['https://www.traderjoes.com/p', 'Trader Joe’s'],
    ['https://www.wholefoodsmarket.com/p', 'Whole Foods Market'],
    ['https://www.iherb.com/pr/1', 'iHerb'],
    ['https://www.vitacost.com/p', 'Vitacost'],
    ['https://www.cvs.com/p', 'CVS'],
    ['https://www.walgreens.com/p', 'Walgreens'],
  ])('of %s follow from its host', (url, brand) => {
    expect(derivedFrom(url).brand).toBe(brand);
    expect(derivedFrom(url).category).not.toBe('Unknown');
  });

  it.each([
    'https://amazon.com.evil.example/dp/B000000001',
    'https://evilamazon.com/dp/B000000001',
    'https://amazon.com@evil.example/',
    'https://amazon.co/dp/B000000001',
    'https://evil.example/amazon.com',
    'https://evil.example/?u=amazon.com',
    'https://аmazon.com/dp/B000000001',
    'not an address',
  ])('of %s are Unknown', (url) => {
    expect(derivedFrom(url)).toEqual({ brand: 'Unknown', category: 'Unknown' });
  });
});

describe('leaving the amount', () => {
  it.each([
    ['10', { text: '25', message: messages.AMOUNT_ADJUSTED }],
    ['', { text: '25', message: messages.AMOUNT_ADJUSTED }],
    ['abc', { text: '25', message: messages.AMOUNT_ADJUSTED }],
    ['-3', { text: '25', message: messages.AMOUNT_ADJUSTED }],
    ['25', { text: '25' }],
    ['1275', { text: '1275' }],
    ['1276', { text: '1276', error: messages.amountTooHigh() }],
    ['30.5', { text: '30.5', error: messages.WHOLE_DOLLARS_ONLY }],
    ['1,000', { text: '1,000' }],
    ['25,50', { text: '25,50', error: 'Did you mean 25.50? Please write it with a period.' }],
  ])('of %j', (text, expected) => expect(adjustAmount(text)).toEqual(expected));

  it.each([
    ['', 0],
    ['abc', 0],
    ['NaN', 0],
    ['Infinity', 0],
    [' 30 ', 30],
  ])('%j reads as %d', (text, number) => expect(numberOf(text)).toBe(number));
});

describe('a submission', () => {
  it('that fits has no errors; each wrong field has its own sentence', () => {
    expect(errorsOf(good)).toEqual({});
    expect(errorsOf({ ...good, name: ' ', product_url: '', amount: 0 })).toEqual({
      name: messages.NAME_MISSING,
      product_url: messages.URL_MISSING,
      amount: messages.amountOutOfRange(),
    });
  });

  it('takes whole dollars only', () => {
    expect(errorsOf({ ...good, amount: 25.5 })).toEqual({ amount: messages.WHOLE_DOLLARS_ONLY });
  });

  it('has comments in lines, without what no text can hold', () => {
    expect(cleanText(' One\r\nTwo\u0000\tThree\uD800\u0007 ')).toBe('One\nTwo\tThree\uFFFD');
  });

  it('has a name without marks that turn text around or break lines', () => {
    expect(cleanLine(' So\u202Eup\r\n\u0000 for\u200Btwo ')).toBe('Soup fortwo');
  });
});

describe('a draft', () => {
  it.each([
    ['28.5', undefined],
    ['28,5', 'Did you mean 28.5? Please write it with a period.'],
    ['one cup', messages.SERVING_INVALID],
  ])('has %j grams as a serving', (serving_size_g, error) => {
    const draft = { ...EMPTY_DRAFT, name: 'Soup', product_url: 'example.com/p', serving_size_g };
    expect(errorsIn(draft)).toEqual(error ? { serving_size_g: error } : {});
  });

  it('comes back as it was kept', () => {
    const draft = { ...EMPTY_DRAFT, name: 'Soup' };
    expect(readDraft(JSON.stringify(draft))).toEqual(draft);
  });

  it.each(['', 'null', '{', '[]', '"x"', '{"name":7}'])('of %j has nothing odd in it', (text) => {
    expect(readDraft(text) ?? EMPTY_DRAFT).toEqual(EMPTY_DRAFT);
  });
});
