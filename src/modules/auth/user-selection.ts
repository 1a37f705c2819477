import type { EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import type { Row } from '../../database/connection/database.js';
import type { UserOptions } from '../../options/resource-api-options.js';
import { findColumnReader, readBoolean, type ColumnReader } from './column-reader.js';
import type { CompileFacts, FactColumns } from './fact-columns.js';

interface UserProperty {
  readonly name: string;
  readonly read: ColumnReader | undefined;
}

/** The source of a user's columns. */
interface SelectionSource {
  readonly alias: string;
  readonly metadata: EntityMetadata;
  readonly options: UserOptions;
  /** Returns the SQL of a column. */
  reference(column: ColumnMetadata): string;
}

/**
 * The columns that a statement selects of a user, and the reader of its rows: every plain column
 * except the password, then the facts.
 *
 * @throws TypeError if declared facts were not compiled
 */
export class UserSelection {
  /** The select list. */
  readonly columns: string;
  /** The values of the facts, which precede all others in the statement. */
  readonly values: readonly unknown[];
  private readonly prototype: object;
  private readonly properties: readonly UserProperty[];

  constructor(
    { alias, metadata, options, reference }: SelectionSource,
    compileFacts: CompileFacts | undefined,
  ) {
    const facts = Object.keys(options.facts ?? {});
    const plain = metadata.columns.filter(
      (column) => isPlain(column) && column.propertyName !== options.password,
    );
    const { select, values } = compile(facts, alias, compileFacts);
    this.columns = [...plain.map(reference), ...select].join(', ');
    this.values = values;
    this.prototype = options.entity.prototype as object;
    this.properties = [
      ...plain.map((column) => ({
        name: column.propertyName,
        read: findColumnReader(metadata.dataSource.driver, column),
      })),
      ...facts.map((name) => ({ name, read: readBoolean })),
    ];
  }

  /** Reads the user from a row in which {@link columns} begin at `offset`. */
  read(row: Row, offset: number): object {
    const user = Object.create(this.prototype) as Record<string, unknown>;
    let position = offset;
    for (const { name, read } of this.properties) {
      const value = row[position++];
      user[name] = read ? read(value) : value;
    }
    return user;
  }
}

const isPlain = (column: ColumnMetadata) =>
  !column.isVirtual && !column.isVirtualProperty && !column.embeddedMetadata;

function compile(
  facts: readonly string[],
  alias: string,
  compileFacts: CompileFacts | undefined,
): FactColumns {
  const columns = compileFacts?.(alias) ?? { select: [], values: [] };
  if (columns.select.length === facts.length) return columns;
  throw new TypeError(
    `Authentication declares the facts ${facts.join(', ')}, but ${columns.select.length} of them were compiled.`,
  );
}
