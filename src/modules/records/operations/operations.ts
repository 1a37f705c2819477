import type { RecordPage, RecordResult } from '../../../serialization/results.js';
import type { Key, ResourceRequest } from '../../../base/types/register.js';

/** A request for a page of records. */
export interface IndexRequest extends ResourceRequest {
  /**
   * Runs the framework's own operation.
   * @throws RequestError
   */
  run(): Promise<RecordPage>;
}

/** A request for the record with the key `id`. */
export interface ShowRequest extends ResourceRequest {
  /**
   * Runs the framework's own operation.
   * @throws RequestError `not_found` for a record that the user may not see
   */
  run(): Promise<RecordResult>;
}

/** A request to store a record. Its body is valid. */
export interface StoreRequest<E extends object> extends ResourceRequest {
  /** The values that will be stored, by the entity's properties, without images. */
  readonly values: Partial<E>;
  /**
   * Runs the framework's own operation, in a transaction with the hooks, the log and the response.
   *
   * @param values replace or add to those of the request, also in columns that no field declares
   * @throws RequestError `validation_failed` for a value that does not fit its column, `conflict`
   */
  run(values?: Partial<E>): Promise<RecordResult>;
  /**
   * Returns the response with a record that the method has stored itself and committed.
   * @throws RequestError `not_found` if there is no record with the key
   */
  respond(key: Key): Promise<RecordResult>;
}

/** A request to update a record, by PUT, PATCH or a form, or the user's own as the profile. */
export interface UpdateRequest<E extends object> extends StoreRequest<E> {
  /** The record as it was when the policy allowed the update. It is not locked yet. */
  readonly record: E;
}

/** A request to delete a record. */
export interface DeleteRequest<E extends object> extends ResourceRequest {
  /** The record as it was when the policy allowed the deletion. It is not locked yet. */
  readonly record: E;
  /**
   * Runs the framework's own operation.
   * @throws RequestError `not_found`, `unauthorized`, `conflict`
   */
  run(): Promise<void>;
}

/**
 * Methods that replace operations of a resource, over HTTP and for tools: `@Resource({ operations:
 * OrderOperations })`. A method is called when the request has passed authentication, the policy and
 * the validation, and returns what `run()` or `respond()` returned.
 *
 * @contract C4.6
 */
export interface Operations<E extends object> {
  index?(request: IndexRequest): Promise<RecordPage>;
  show?(request: ShowRequest): Promise<RecordResult>;
  store?(request: StoreRequest<E>): Promise<RecordResult>;
  update?(request: UpdateRequest<E>): Promise<RecordResult>;
  delete?(request: DeleteRequest<E>): Promise<void>;
}
