import { callerKey, type CallerKey } from '../../registry/resources/caller-key.js';
import type { EntityMetadata } from 'typeorm';
import { ownTable } from '../../base/own-tables.js';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import type { Database, DialectName } from '../../database/connection/database.js';
import type { Key } from '../../base/types/register.js';
import { dialects } from '../../database/engines/dialects.js';
import type { UserOptions } from '../../options/resource-api-options.js';
import { parseKey } from '../../pipeline/request/parse-key.js';
import { describeTable } from '../../registry/resources/describe-table.js';
import type { CompileFacts } from './fact-columns.js';
import { UserSelection } from './user-selection.js';

/** The alias of the users' table in every statement. */
const ALIAS = 'u';
const integerTypes = new Set(['int', 'integer', 'smallint', 'mediumint', 'tinyint', 'bigint']);

/**
 * The SQL fragments of the users' table, compiled once from TypeORM's metadata and the options. The
 * options are verified when the definitions are compiled.
 */
export class UserTable {
  /** `users u`. */
  readonly source: string;
  readonly key: string;
  readonly identifier: string;
  readonly password: string;
  /** When the account was suspended; the literal `null` if accounts cannot be suspended. */
  readonly suspendedAt: string;
  /** True for accounts that are not soft-deleted. */
  readonly exists: string;
  /** True for accounts that are neither soft-deleted nor suspended. @contract C2.4 */
  readonly isActive: string;

  /** Reads and locks the password hash and the suspension of the account with the bound key. */
  readonly lockSql: string;
  /** Stores a hash (first value) for the account with a key (second value). */
  readonly passwordUpdate: string;
  /** True for rows of `tokens` whose account is active. */
  readonly hasActiveOwner: string;
  /** The properties whose values suspend or soft-delete an account. */
  readonly deactivating: ReadonlySet<string>;

  private readonly dialect: DialectName;
  private readonly metadata: EntityMetadata;
  private readonly keyColumn: ColumnMetadata | undefined;
  /** Returns a user's key as a string, as the framework's tables store it. */
  readonly userKey: CallerKey;
  /**
   * Returns the key of a user from a header or a query; `undefined` if it is not one. @contract C1.3
   */
  readonly parseKey: (written: string) => Key | undefined;

  constructor(
    database: Database,
    private readonly options: UserOptions,
    private readonly compileFacts?: CompileFacts,
  ) {
    this.dialect = database.dialect;
    this.metadata = database.dataSource.getMetadata(options.entity);
    this.keyColumn = this.metadata.primaryColumns[0];
    this.userKey = callerKey(database.dataSource, options);
    this.parseKey = (written) => parseKey(written, describeTable(this.metadata).keys[0]!);
    const { tablePath, deleteDateColumn } = this.metadata;
    const table = tablePath.split('.').map((name) => this.quote(name));
    const name = table.join('.');
    this.source = `${name} ${ALIAS}`;
    this.key = this.reference(this.keyColumn);
    this.identifier = this.property(options.identifier);
    this.password = this.property(options.password);
    this.suspendedAt = options.suspendedAt ? this.property(options.suspendedAt) : 'null';
    this.exists = deleteDateColumn ? `${this.reference(deleteDateColumn)} is null` : '1 = 1';
    this.isActive = `${this.exists} and ${this.suspendedAt} is null`;
    this.lockSql =
      `select ${this.password}, ${this.suspendedAt} from ${this.source}` +
      ` where ${this.key} = ${this.asKey('?')} and ${this.exists}${lockOf(database.dialect)}`;
    this.hasActiveOwner =
      `exists (select 1 from ${this.source}` +
      ` where ${this.key} = ${this.asKey(`${ownTable(database.dataSource, 'tokens')}.user_id`)} and ${this.isActive})`;
    const deactivating = [options.suspendedAt, deleteDateColumn?.propertyName];
    this.deactivating = new Set(deactivating.filter((property) => property !== undefined));
    const unaliased = (column: ColumnMetadata | undefined) =>
      column ? this.quote(column.databaseName) : 'null';
    this.passwordUpdate =
      `update ${name} set ${unaliased(this.columnOf(options.password))} = ?` +
      ` where ${unaliased(this.keyColumn)} = ${this.asKey('?')}`;
  }

  /** Returns the user's key; `undefined` for an object of another class, which a guard may set. */
  findKeyOf(user: object): string | undefined {
    const key = this.keyColumn?.getEntityValue(user) as string | number | null | undefined;
    return key === undefined || key === null ? undefined : String(key);
  }

  /**
   * Compiles the columns that a statement selects of a user. Facts are conditions on a resource:
   * call this after the definitions are compiled.
   *
   * @throws TypeError if declared facts were not compiled
   */
  compileSelection(): UserSelection {
    const { metadata, options } = this;
    const reference = (column: ColumnMetadata) => this.reference(column);
    return new UserSelection({ alias: ALIAS, metadata, options, reference }, this.compileFacts);
  }

  /**
   * Returns an expression that casts a key stored as a string to the key's type, so that the key's
   * index is used.
   */
  asKey(expression: string): string {
    const type = this.keyColumn
      ? this.metadata.dataSource.driver.normalizeType(this.keyColumn)
      : '';
    const isPostgres = this.metadata.dataSource.options.type === 'postgres';
    if (isPostgres && type === 'uuid') return `cast(${expression} as uuid)`;
    if (!integerTypes.has(type)) return expression;
    return `cast(${expression} as ${castTypes[this.dialect] ?? type})`;
  }

  private property(name: string): string {
    return this.reference(this.columnOf(name));
  }

  private columnOf(property: string): ColumnMetadata | undefined {
    return this.metadata.findColumnWithPropertyName(property);
  }

  /**
   * Returns the SQL of a column. A missing column is reported when the definitions are compiled,
   * before anything is read.
   */
  private reference(column: ColumnMetadata | undefined): string {
    if (!column) return 'null';
    return `${ALIAS}.${this.quote(column.databaseName)}`;
  }

  private quote(name: string): string {
    return this.metadata.dataSource.driver.escape(name);
  }
}

/** Returns the clause that locks the users read, without blocking rows that refer to them. */
const lockOf = (dialect: DialectName): string =>
  dialects[dialect].locks.change.replace(/ of t$/, ` of ${ALIAS}`);

/** The type to cast a string to for an integer key; PostgreSQL uses the key's own type. */
const castTypes: Readonly<Partial<Record<DialectName, string>>> = {
  mariadb: 'signed',
  mysql: 'signed',
  sqlite: 'integer',
};
