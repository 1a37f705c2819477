import type { DataSource } from 'typeorm';

/** Returns the rows of the action log with their snapshots, without what differs between runs. */
export const logRows = (dataSource: DataSource): Promise<object[]> =>
  dataSource.query<object[]>(
    `select l.user_id, l.name, l.actionable_type, l.actionable_id, l.status, l.original, l.changes, l.exception, s.content
     from action_logs l left join action_log_snapshots s on s.id = l.snapshot_id order by l.id`,
  );

/** Replaces the keys of records by their places, since each run has new keys. */
export const withPlaces = (text: string, ids: readonly string[]): string =>
  ids.reduce((replaced, id, place) => replaced.replaceAll(id, `record ${place}`), text);
