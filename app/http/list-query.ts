import { z } from '@hono/zod-openapi';
import { NO_TEXT } from '#app/platform/messages.ts';

/** Search text longer than this is refused. */
const SEARCH_MAX_CHARACTERS = 200;
/** Deeper pages cost more than they are worth to anyone. */
const PAGE_MAX = 2_000;

export const searchSchema = z
  .string()
  .refine(
    (text) => [...text].length <= SEARCH_MAX_CHARACTERS,
    `Search text can be at most ${SEARCH_MAX_CHARACTERS} characters long.`,
  )
  // What a browser sends in the place of half a character.
  .refine((text) => !text.includes('\ufffd'), NO_TEXT)
  .openapi({
    description: 'part of a name; signs and case do not matter',
    maxLength: SEARCH_MAX_CHARACTERS,
  })
  .optional();

export const directionSchema = z.enum(['asc', 'desc'], 'The direction is asc or desc.').optional();

export const pageNumberSchema = z
  .string()
  .regex(/^\d{1,4}$/, `The page is a whole number from 1 to ${PAGE_MAX}.`)
  .transform(Number)
  .refine(
    (page) => page >= 1 && page <= PAGE_MAX,
    `The page is a whole number from 1 to ${PAGE_MAX}.`,
  )
  .openapi({
    type: 'integer',
    minimum: 1,
    maximum: PAGE_MAX,
    description: '1 unless told; one beyond the last has no items',
  })
  .optional();
