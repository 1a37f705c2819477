import { Injectable } from '@nestjs/common';
import { indexEnvelope, recordEnvelope } from '../serialization/envelopes.js';
import { Serializer } from '../serialization/serializer.js';
import type { FoundPage } from './index-records.js';
import type { FoundRecords } from './read-records.js';

/** Puts what a use case found into its envelope, as JSON text. @contract C3 */
@Injectable()
export class Envelopes {
  constructor(private readonly serializer: Serializer) {}

  page({ node, findings, page }: FoundPage): string {
    return indexEnvelope(this.serializer.serialize(node, findings), page);
  }

  /** A resource object without an envelope. @contract C3.2 */
  bare({ node, findings }: FoundRecords): string {
    return this.serializer.serialize(node, findings)[0]!;
  }

  record({ node, findings }: FoundRecords): string {
    return recordEnvelope(this.serializer.serialize(node, findings)[0]!);
  }
}
