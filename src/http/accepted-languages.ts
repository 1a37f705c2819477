import type { FastifyRequest } from 'fastify';

const MOST_LANGUAGES = 20;
const range = /^\s*([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)\s*(?:;\s*q=([01](?:\.\d{1,3})?)\s*)?$/;

/** The languages of `Accept-Language`, the best first; what is no language is passed over. */
export function acceptedLanguages({ headers }: FastifyRequest): readonly string[] {
  const parts = (headers['accept-language'] ?? '').split(',', MOST_LANGUAGES);
  const ranked = parts.flatMap((part) => {
    const [, language, quality = '1'] = range.exec(part) ?? [];
    return language && Number(quality) > 0 ? [{ language, quality: Number(quality) }] : [];
  });
  return ranked.sort((one, other) => other.quality - one.quality).map(({ language }) => language);
}
