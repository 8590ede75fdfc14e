import { expect, it } from 'vitest';
import { bytesOfPage, drawnPage } from './drawn-page.server.ts';

const page = new TextEncoder().encode('<!DOCTYPE html><p>Two of five');
const init = { status: 404, headers: { 'Content-Type': 'text/html; charset=utf-8' } };

it('a drawn page is had as it is, and its body is left unread', async () => {
  const response = drawnPage(page, init);
  expect(response.status).toBe(404);
  expect(await bytesOfPage(response)).toBe(page);
  expect(response.bodyUsed).toBe(false);
});

it('whoever reads its body has the same page, also in a response that was put in its place', async () => {
  const response = drawnPage(page, init);
  expect(await new Response(response.body, response).text()).toBe('<!DOCTYPE html><p>Two of five');
  expect(await drawnPage(page, init).text()).toBe('<!DOCTYPE html><p>Two of five');
});

it('any other response is read', async () => {
  expect(await bytesOfPage(new Response(page.slice()))).toEqual(page);
  expect(await bytesOfPage(new Response(null, { status: 204 }))).toEqual(new Uint8Array());
});
