import { expect, it } from 'vitest';
import { compile } from './build.ts';

it('a build that fails shows its cause, however much it said before', () => {
  const said: string[] = [];
  const fails = 'console.log("transforming ".repeat(500)); throw new Error("the cause")';
  expect(() => compile(['-e', fails], (text) => said.push(text))).toThrow('The build failed.');
  expect(said.join('')).toContain('the cause');
});

it('a build that succeeds says nothing', () => {
  const said: string[] = [];
  compile(['-e', 'console.log("done")'], (text) => said.push(text));
  expect(said).toEqual([]);
});
