/**
 * The formats of pages in place of JSON, with the type and the end of the name of their files.
 * @contract C17.3
 */
export const exportFormats = {
  csv: {
    mediaType: 'text/csv',
    contentType: 'text/csv; charset=utf-8; header=present',
    fileEnding: 'csv',
  },
  ndjson: {
    mediaType: 'application/x-ndjson',
    contentType: 'application/x-ndjson; charset=utf-8',
    fileEnding: 'ndjson',
  },
} as const;

/** A format of pages in place of JSON. */
export type ExportFormat = keyof typeof exportFormats;
