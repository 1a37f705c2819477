/** The formats of exports, by name, with their media types and the ends of their file names. */
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

/** A format of pages in place of JSON. @contract C17.3 */
export type ExportFormat = keyof typeof exportFormats;
