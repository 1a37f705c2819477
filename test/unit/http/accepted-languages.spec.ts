import type { FastifyRequest } from 'fastify';
import { acceptedLanguages } from '../../../src/http/requests/accepted-languages.js';

const languagesOf = (header: string | undefined): readonly string[] =>
  acceptedLanguages({ headers: { 'accept-language': header } } as unknown as FastifyRequest);

describe('The languages that a client accepts', () => {
  it.each([
    ['de-CH, de;q=0.9, en;q=0.8, *;q=0.5', ['de-CH', 'de', 'en']],
    ['en;q=0.5, fr', ['fr', 'en']],
    ['nb;q=0', []],
    ['*', []],
    ['', []],
    [undefined, []],
  ])('are in the order of their quality: %p', (header, languages) => {
    expect(languagesOf(header)).toEqual(languages);
  });
});
