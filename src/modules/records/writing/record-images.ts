import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../database/connection/database.js';
import type { ColumnValues } from '../../../database/write/record-writer.js';
import type {
  CompiledColumn,
  CompiledResource,
} from '../../../registry/resources/compiled-resource.js';
import { RecordFiles } from '../../../storage/record-files.js';
import type { Key } from '../../../base/types/register.js';
import type { ValidWrite } from '../../../pipeline/validation/validate-write.js';
import type { WriteSubject } from './write-request.js';

/** Uploaded files by field. */
export type GivenFiles = ValidWrite['files'];

/** Stores and removes the files of image columns together with their records. @contract C10.3 */
@Injectable()
export class RecordImages {
  constructor(private readonly files: RecordFiles) {}

  /**
   * Stores the files of a record; a rollback removes them. Returns their paths by column.
   */
  async store(
    { transaction, request }: WriteSubject,
    resource: CompiledResource,
    key: Key,
    files: GivenFiles,
  ): Promise<ColumnValues> {
    const paths = new Map<CompiledColumn, unknown>();
    for (const [{ column, options }, file] of files) {
      const storeAs =
        typeof options.storeAs === 'function'
          ? options.storeAs(request)
          : (options.storeAs ?? null);
      const place = { resource: resource.key, key: String(key), storeAs };
      const path = await this.files.store(transaction, place, file);
      verifyFits(column, path);
      paths.set(column, path);
    }
    return paths;
  }

  /**
   * Stores the files of new records, whose paths contain the records' keys. Returns the paths by
   * column of the records that have files.
   */
  async storeNew(
    subject: WriteSubject,
    resource: CompiledResource | null,
    keys: readonly Key[],
    records: readonly { readonly files?: GivenFiles }[],
  ): Promise<ReadonlyMap<Key, ColumnValues>> {
    const paths = new Map<Key, ColumnValues>();
    for (const [at, { files }] of records.entries())
      if (files?.size) paths.set(keys[at]!, await this.store(subject, resource!, keys[at]!, files));
    return paths;
  }

  /**
   * Removes the files of a record after the commit.
   *
   * @param columns the columns that changed; omitted if the record is deleted
   */
  discard(
    transaction: Transaction,
    { fields }: CompiledResource,
    record: object,
    columns?: ColumnValues,
  ): void {
    for (const { column, options } of fields.values())
      if (options.image && (columns?.has(column) ?? true))
        this.files.discard(
          transaction,
          (record as Readonly<Record<string, unknown>>)[column.property] as string | null,
        );
  }
}

/** Names that `storeAs` returns cannot be checked at boot. @throws TypeError */
function verifyFits({ property, length }: CompiledColumn, path: string): void {
  if (length !== null && path.length > length)
    throw new TypeError(
      `The path ${path} is too long for ${property}, which allows ${length} characters; storeAs must return a shorter name.`,
    );
}
