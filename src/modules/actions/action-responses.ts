import { Injectable } from '@nestjs/common';
import type { ResourceView } from '../../registry/resources/compiled-resource.js';
import { DataWriter } from '../../serialization/data-writer.js';
import { EntityResources } from '../../serialization/entity-resources.js';

/** Characters of JSON that one call of a handler may return. */
const MAX_RESPONSE_LENGTH = 16 * 1024 * 1024;

/**
 * Serializes what handlers return as JSON. Records are serialized by their resources.
 *
 * @contract C6.7
 */
@Injectable()
export class ActionResponses {
  private readonly data: DataWriter;

  constructor(entities: EntityResources) {
    this.data = new DataWriter(entities, MAX_RESPONSE_LENGTH);
  }

  /**
   * @param view the resources as the caller sees them
   * @returns `null` for `undefined`
   * @throws UnwritableData for a value that JSON cannot represent: a cycle, a stream, a record
   * without a resource
   */
  write(result: unknown, view: ResourceView): string | null {
    return result === undefined ? null : this.data.write(result, view);
  }
}
