import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { exportFormats, type ExportFormat } from '../request/export-format.js';

const formats = Object.entries(exportFormats) as readonly [
  ExportFormat,
  (typeof exportFormats)[ExportFormat],
][];
/** JSON is first, for clients that accept anything. */
const mediaTypes = ['application/json', ...formats.map(([, { mediaType }]) => mediaType)];

/**
 * Returns the format that the header `Accept` prefers over JSON; `undefined` for JSON, which also
 * everything else gets.
 *
 * @contract C17.3
 */
export function requestedFormat({
  headers,
}: Pick<FastifyRequest, 'headers'>): ExportFormat | undefined {
  // Almost every request wants JSON, and does not need the negotiation.
  if (!/csv|ndjson|text\/\*/i.test(headers.accept ?? '')) return undefined;
  const [preferred] = new Negotiator({ headers }).mediaTypes(mediaTypes);
  return formats.find(([, { mediaType }]) => mediaType === preferred)?.[0];
}
