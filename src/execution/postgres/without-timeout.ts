import type { DataSourceOptions } from 'typeorm';

/** Returns the options without pg's own timeout of statements. */
export const withoutTimeout = (options: DataSourceOptions): DataSourceOptions => ({
  ...options,
  extra: { ...(options.extra as object), query_timeout: 0 },
});
