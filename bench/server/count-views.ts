import { Action, type ActionRequest } from '../../src/index.js';
import type { BenchPost } from './entities.js';

interface Counted {
  readonly changed: number;
}

/** Computes a value per record, like the limit. */
@Action({ onlyOnIndex: true, chunkCount: 200 })
export class CountViews {
  async handle(request: ActionRequest, posts: BenchPost[]): Promise<Counted> {
    await request.update(posts, ({ views }) => ({ views: (views + 1) % 1000 }));
    return { changed: posts.length };
  }

  reduce(total: Counted, chunk: Counted): Counted {
    return { changed: total.changed + chunk.changed };
  }
}
