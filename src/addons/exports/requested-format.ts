import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { exportFormats, type ExportFormat } from '../../pipeline/describing/export-formats.js';

const formats = Object.keys(exportFormats) as readonly ExportFormat[];
/** JSON is first, for clients that accept anything. */
const mediaTypes = [
  'application/json',
  ...formats.map((format) => exportFormats[format].mediaType),
];

/**
 * Returns the format that the header `Accept` prefers over JSON; `undefined` for JSON, which is also
 * the format for everything else.
 *
 * @contract C17.3
 */
export function requestedFormat({
  headers,
}: Pick<FastifyRequest, 'headers'>): ExportFormat | undefined {
  // Almost every request wants JSON, and does not need the negotiation.
  if (!/csv|ndjson|text\/\*/i.test(headers.accept ?? '')) return undefined;
  const [preferred] = new Negotiator({ headers }).mediaTypes(mediaTypes);
  return formats.find((format) => exportFormats[format].mediaType === preferred);
}
