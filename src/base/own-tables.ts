import { Entity, type DataSource } from 'typeorm';

const MIGRATIONS = 'migrations';
/** The names of the tables without a prefix, by their entities. */
const own = new WeakMap<Function, string>();

/** Declares an entity of the service's own: its table gets the prefix of the deployment. */
export const OwnEntity =
  (table: string): ClassDecorator =>
  (target) => {
    own.set(target, table);
    Entity(table)(target);
  };

/** Returns the options of a data source whose own tables have the prefix. */
export const withPrefix = (prefix: string): { readonly migrationsTableName: string } => ({
  migrationsTableName: prefix + MIGRATIONS,
});

const prefixOf = ({ options }: Pick<DataSource, 'options'>): string =>
  (options.migrationsTableName ?? MIGRATIONS).slice(0, -MIGRATIONS.length);

/** Returns the name of one of the service's own tables: `tokens`, or `api_tokens`. */
export const ownTable = (source: Pick<DataSource, 'options'>, table: string): string =>
  prefixOf(source) + table;

/** Returns the name of an entity's table without its prefix; `undefined` if it is not the service's. */
export const ownNameOf = (entity: Function | string): string | undefined =>
  typeof entity === 'function' ? own.get(entity) : undefined;

/** Gives the entities of the service's own tables their prefix, once their metadata is built. */
export function prefixOwnTables({ entityMetadatas, options, driver }: DataSource): void {
  for (const metadata of entityMetadatas) {
    const table = ownNameOf(metadata.target);
    if (table === undefined) continue;
    metadata.tableName = ownTable({ options }, table);
    metadata.tablePath = driver.buildTableName(
      metadata.tableName,
      metadata.schema,
      metadata.database,
    );
  }
}
