import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { imageFolder, type ImageFolder } from './image-folder.server.ts';
import { picture, pngBomb } from '#test/support/pictures.ts';

let base: string;
let folder: string;
let images: ImageFolder;
const put = (name: string, bytes: Buffer | string) =>
  fs.writeFileSync(path.join(folder, name), bytes);

beforeEach(() => {
  base = fs.mkdtempSync(path.join(tmpdir(), 'openassay-images-'));
  folder = path.join(base, 'images');
  fs.mkdirSync(folder);
  images = imageFolder(folder, Infinity);
});
afterEach(() => fs.rmSync(base, { recursive: true }));

describe('a folder of images', () => {
  test('finds what lies in it, in four formats and whatever the case of its name', async () => {
    put('0093.JPG', await picture());
    for (const format of ['png', 'webp', 'avif'] as const) {
      put(`a.${format}`, await picture({ format }));
    }
    await images.refresh();
    expect(images.find('0093.jpg')).toEqual({
      name: '0093.jpg',
      version: expect.stringMatching(/^[\w-]{16}$/),
    });
    expect(images.find('0093.jpg')).toEqual(images.find('0093.JPG'));
    for (const format of ['png', 'webp', 'avif']) expect(images.find(`a.${format}`)).toBeDefined();
    expect(images.find('a.jpg')).toBeUndefined();
  });

  test('notices files that come, change and go; the version is of the content', async () => {
    await images.refresh();
    expect(images.find('a.jpg')).toBeUndefined();
    put('a.jpg', await picture({ colour: '#f00' }));
    put('b.jpg', await picture({ colour: '#f00' }));
    await images.refresh();
    const first = images.find('a.jpg');
    expect(images.find('b.jpg')?.version).toBe(first?.version);
    put('a.jpg', await picture({ colour: '#0f0' }));
    await images.refresh();
    expect(images.find('a.jpg')?.version).not.toBe(first?.version);
    put('a.jpg', await picture({ colour: '#f00' }));
    await images.refresh();
    expect(images.find('a.jpg')).toEqual(first);
    fs.rmSync(path.join(folder, 'a.jpg'));
    await images.refresh();
    expect(images.find('a.jpg')).toBeUndefined();
    expect(await images.read('a.jpg')).toBeUndefined();
  });

  test('is looked at again by itself once what is known has aged', async () => {
    const eager = imageFolder(folder, 0);
    put('a.jpg', await picture());
    await expect.poll(() => eager.find('a.jpg')).toBeDefined();
  });

  test('that does not exist is empty', async () => {
    const none = imageFolder(path.join(base, 'none'), Infinity);
    await none.refresh();
    expect(none.find('a.jpg')).toBeUndefined();
  });

  test.each([
    ['another file with a picture’s name', 'a.jpg', () => 'hello'],
    [
      'a drawing, which may hold a script',
      'a.png',
      () => '<svg xmlns="http://www.w3.org/2000/svg"/>',
    ],
    ['the beginning of a picture alone', 'a.png', () => '\x89PNG\r\n\x1a\n'],
    ['an empty file', 'a.jpg', () => ''],
    ['20,000 by 20,000 pixels', 'a.png', () => pngBomb(20_000, 20_000)],
    ['a name with another ending', 'a.gif', () => picture()],
    ['a hidden file', '.a.jpg', () => picture()],
    ['a name that would need escaping', 'a b.jpg', () => picture()],
  ])('leaves out %s', async (_, name, bytes) => {
    const made = await bytes();
    put(name, typeof made === 'string' ? Buffer.from(made, 'latin1') : made);
    put('good.jpg', await picture());
    await images.refresh();
    expect(images.find(name)).toBeUndefined();
    expect(images.find('good.jpg')).toBeDefined();
  });

  test('leaves out files that are too large to be read', async () => {
    put('a.jpg', await picture());
    fs.truncateSync(path.join(folder, 'a.jpg'), 21 * 1024 * 1024);
    await images.refresh();
    expect(images.find('a.jpg')).toBeUndefined();
  });

  test('does not go into folders or follow links, also those that come later', async () => {
    fs.writeFileSync(path.join(base, 'secret.jpg'), await picture());
    fs.symlinkSync('../secret.jpg', path.join(folder, 'a.jpg'));
    fs.mkdirSync(path.join(folder, 'b.jpg'));
    put('c.jpg', await picture());
    await images.refresh();
    expect(images.find('a.jpg')).toBeUndefined();
    expect(images.find('b.jpg')).toBeUndefined();
    expect(await images.read('c.jpg')).toBeDefined();
    fs.rmSync(path.join(folder, 'c.jpg'));
    fs.symlinkSync('../secret.jpg', path.join(folder, 'c.jpg'));
    expect(await images.read('c.jpg')).toBeUndefined();
  });

  test.each(['../secret.jpg', '..', '', 'images/c.jpg', '/etc/passwd', 'c.jpg\0'])(
    'has nothing under %j',
    async (name) => {
      fs.writeFileSync(path.join(base, 'secret.jpg'), await picture());
      put('c.jpg', await picture());
      await images.refresh();
      expect(images.find(name)).toBeUndefined();
      expect(await images.read(name)).toBeUndefined();
    },
  );

  test('keeps a picture aside until its file changes', async () => {
    put('a.jpg', await picture({ colour: '#f00' }));
    await images.refresh();
    images.setAside(images.find('a.jpg')!, 'half of it is missing');
    await images.refresh();
    expect(images.find('a.jpg')).toBeUndefined();
    put('a.jpg', await picture({ colour: '#0f0' }));
    await images.refresh();
    expect(images.find('a.jpg')).toBeDefined();
  });
});
