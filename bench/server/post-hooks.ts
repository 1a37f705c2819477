import type { Hooks, WriteRequest } from '../../src/index.js';
import type { BenchPost } from './entities.js';

/** Trims titles, as applications normalize values before they are stored. */
export class BenchPostHooks implements Hooks<BenchPost> {
  storing(_request: WriteRequest, values: Partial<BenchPost>): void {
    trimTitle(values);
  }

  updating(_request: WriteRequest, values: Partial<BenchPost>): void {
    trimTitle(values);
  }
}

function trimTitle(values: Partial<BenchPost>): void {
  if (values.title !== undefined) values.title = values.title.trim();
}
