import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import { indexEnvelope, type IndexEnvelope, type RecordEnvelope } from '../../serialization/envelopes.js';
import { Serializer } from '../../serialization/serializer.js';
import type { FoundPage, FoundRecords } from './read-records.js';

/** Serializes what a use case found: attributes, relationships, meta and pivots, in their envelope. @contract C3 */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor<FoundRecords | FoundPage, IndexEnvelope | RecordEnvelope> {
  constructor(private readonly serializer: Serializer) {}

  intercept(
    _context: ExecutionContext,
    next: CallHandler<FoundRecords | FoundPage>,
  ): Observable<IndexEnvelope | RecordEnvelope> {
    return next.handle().pipe(map((found) => this.envelope(found)));
  }

  private envelope(found: FoundRecords | FoundPage): IndexEnvelope | RecordEnvelope {
    const data = this.serializer.serialize(found.node, found.findings);
    return 'page' in found ? indexEnvelope(data, found.page) : { data: data[0]! };
  }
}
