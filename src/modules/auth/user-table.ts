import type { EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import type { Database, DialectName } from '../../execution/database/database.js';
import type { UserOptions } from '../../options/resource-api-options.js';
import type { CompileFacts } from './fact-columns.js';
import { UserSelection } from './user-selection.js';

/** The users' table goes by this name in every statement. */
const ALIAS = 'u';
const integerTypes = new Set(['int', 'integer', 'smallint', 'mediumint', 'tinyint', 'bigint']);

/**
 * The users' entity as pieces of SQL, compiled once from TypeORM's metadata and the options, which were held against it
 * when the database was opened.
 */
export class UserTable {
  /** `users u`. */
  readonly source: string;
  readonly key: string;
  readonly identifier: string;
  readonly password: string;
  /** When the account was suspended; the literal `null` where accounts cannot be. */
  readonly suspendedAt: string;
  /** Holds for accounts that are there: not softly deleted. */
  readonly exists: string;
  /** Holds for accounts that may act: there, and not suspended. @contract C2.4 */
  readonly isActive: string;

  private readonly dialect: DialectName;
  private readonly metadata: EntityMetadata;
  private readonly keyColumn: ColumnMetadata;

  constructor(
    database: Database,
    private readonly options: UserOptions,
    private readonly compileFacts?: CompileFacts,
  ) {
    this.dialect = database.dialect;
    this.metadata = database.dataSource.getMetadata(options.entity);
    this.keyColumn = this.metadata.primaryColumns[0]!;
    const { tablePath, deleteDateColumn } = this.metadata;
    const table = tablePath.split('.').map((name) => this.quote(name));
    this.source = `${table.join('.')} ${ALIAS}`;
    this.key = this.reference(this.keyColumn);
    this.identifier = this.property(options.identifier);
    this.password = this.property(options.password);
    this.suspendedAt = options.suspendedAt ? this.property(options.suspendedAt) : 'null';
    this.exists = deleteDateColumn ? `${this.reference(deleteDateColumn)} is null` : '1 = 1';
    this.isActive = `${this.exists} and ${this.suspendedAt} is null`;
  }

  /**
   * What a statement selects of a user. Facts are conditions on a resource: ask when the definitions are compiled.
   *
   * @throws TypeError when facts are declared that nobody compiles
   */
  compileSelection(): UserSelection {
    const { metadata, options } = this;
    const reference = (column: ColumnMetadata) => this.reference(column);
    return new UserSelection({ alias: ALIAS, metadata, options, reference }, this.compileFacts);
  }

  /** The user's key as text, as the framework's tables keep it. */
  keyOf(user: object): string {
    return String(this.keyColumn.getEntityValue(user));
  }

  /** An expression that holds a user's key as text, cast to the key's type, so that the key's index serves. */
  asKey(expression: string): string {
    const type = this.metadata.dataSource.driver.normalizeType(this.keyColumn);
    if (this.dialect === 'postgres' && type === 'uuid') return `cast(${expression} as uuid)`;
    if (!integerTypes.has(type)) return expression;
    return `cast(${expression} as ${castTypes[this.dialect] ?? type})`;
  }

  private property(name: string): string {
    return this.reference(this.metadata.findColumnWithPropertyName(name)!);
  }

  private reference(column: ColumnMetadata): string {
    return `${ALIAS}.${this.quote(column.databaseName)}`;
  }

  private quote(name: string): string {
    return this.metadata.dataSource.driver.escape(name);
  }
}

/** What a text is cast to for an integer key; PostgreSQL takes the key's own type. */
const castTypes: Readonly<Partial<Record<DialectName, string>>> = {
  mariadb: 'signed',
  mysql: 'signed',
  sqlite: 'integer',
};
