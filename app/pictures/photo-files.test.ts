import { describe, expect, test } from 'vitest';
import { photoFiles, type PhotoFiles } from './photo-files.ts';

/** What is wrong with a map of photos, a sentence an entry; empty where it is well formed. */
function photoFilesProblems(files: PhotoFiles): string[] {
  return Object.entries(files).flatMap(([code, file]) => [
    ...(CODE.test(code) ? [] : [`'${code}' is no product code of four digits or more`]),
    ...(FILE.test(file) ? [] : [`'${file}' is no file name in lower case of a photo`]),
    // Such a name says whose it is: a photo of several products needs one of its own.
    ...(OTHERS_CODE.test(file) ? [`'${file}' is the name of one product's own photo`] : []),
  ]);
}

const CODE = /^(\d{4}|[1-9]\d{4,9})$/;
const FILE = /^[a-z0-9][a-z0-9._-]{0,94}\.(jpg|jpeg|png|webp|avif)$/;
const OTHERS_CODE = /^\d{4,10}\.\w+$/;

describe('the map of photos', () => {
  test('is well formed', () => expect(photoFilesProblems(photoFiles)).toEqual([]));

  test('may give several products one photo', () => {
    const files = { '0092': 'tea-shop.jpg', '0093': 'tea-shop.jpg', '12345': 'a_1.avif' };
    expect(photoFilesProblems(files)).toEqual([]);
  });

  test.each([
    [{ 93: 'tea.jpg' }, "'93' is no product code of four digits or more"],
    [{ '00093': 'tea.jpg' }, "'00093' is no product code of four digits or more"],
    [{ '0093': '../tea.jpg' }, "'../tea.jpg' is no file name in lower case of a photo"],
    [{ '0093': 'Tea.jpg' }, "'Tea.jpg' is no file name in lower case of a photo"],
    [{ '0093': 'tea.svg' }, "'tea.svg' is no file name in lower case of a photo"],
    [{ '0093': '.jpg' }, "'.jpg' is no file name in lower case of a photo"],
    [{ '0093': '0092.jpg' }, "'0092.jpg' is the name of one product's own photo"],
  ])('%j: %s', (files, problem) => expect(photoFilesProblems(files)).toEqual([problem]));
});
