import { Injectable } from '@nestjs/common';
import { DataWriter } from '../../serialization/data-writer.js';
import { EntityResources } from '../../serialization/entity-resources.js';

/** Characters of JSON that one call of a handler may answer. */
const MAX_RESPONSE_LENGTH = 16 * 1024 * 1024;

/**
 * What handlers return, as JSON. A record that is returned shows what its resource shows of it.
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
   * @returns `null` for nothing
   * @throws UnwritableData for what no JSON can hold: a circle, a stream, a record that no resource
   * serializes
   */
  write(result: unknown): string | null {
    return result === undefined ? null : this.data.write(result);
  }
}
