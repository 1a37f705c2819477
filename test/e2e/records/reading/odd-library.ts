import {
  Callable,
  Forwarding,
  Resource,
  type Key,
  type Related,
  type ResourceRequest,
} from '../../../../src/index.js';
import type { Writer } from '../../../support/library-app/entities.js';
import { LibraryApp } from '../../../support/library-app/library-app.js';
import { WriterPolicy } from '../../../support/library-app/policies.js';
import { WriterResource } from '../../../support/library-app/resources.js';

/** Maximum characters that they may return for one record. */
export const MAX_LENGTH = 10_000;

/** What the callables of the odd library do; tests set it. */
export const callables: {
  each: (writer: Writer, request: ResourceRequest) => unknown;
  batch: (writers: readonly Writer[]) => unknown;
} = { each: () => null, batch: () => new Map() };

/** Writers with callables that do what a test sets. */
@Resource({ policy: WriterPolicy, perPage: 4 })
export class OddWriterResource extends WriterResource {
  @Callable() odd(request: ResourceRequest, writer: Writer): unknown {
    return callables.each(writer, request);
  }
  @Callable({ batch: true }) odd_batch(_request: ResourceRequest, writers: readonly Writer[]) {
    return callables.batch(writers) as ReadonlyMap<Key, unknown>;
  }
  @Forwarding({ needs: ['penName'] }) initials!: Related;
}

/**
 * A library of odd writers, and the lines of its log.
 *
 * @param callableTimeout in milliseconds
 */
export async function startOddLibrary(callableTimeout: number): Promise<{
  readonly library: LibraryApp;
  readonly log: string[];
}> {
  const log: string[] = [];
  const library = await LibraryApp.start({
    replacements: [OddWriterResource],
    options: { limits: { callableTimeout, callableLength: MAX_LENGTH } },
    log: (line) => log.push(line),
  });
  return { library, log };
}
