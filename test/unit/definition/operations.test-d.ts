/** What the compiler rejects in replaced operations; `npm run typecheck` runs it. */
import type {
  DeleteRequest,
  IndexRequest,
  Operations,
  ShowRequest,
  StoreRequest,
  UpdateRequest,
} from '../../../src/index.js';
import type { Post, Role } from './entities.js';

export class GoodOperations implements Operations<Post> {
  index(request: IndexRequest) {
    return request.run();
  }
  show(request: ShowRequest) {
    return request.run();
  }
  async store(request: StoreRequest<Post>) {
    const title: string | undefined = request.values.title;
    return title === '' ? request.respond(1) : request.run({ status: 'draft' });
  }
  update(request: UpdateRequest<Post>) {
    const before: Post = request.record;
    return request.run({ ...request.values, userId: before.userId });
  }
  async delete(request: DeleteRequest<Post>) {
    await request.run();
  }
}

export class BadOperations implements Operations<Post> {
  // @ts-expect-error a page is not a record
  show(request: IndexRequest) {
    return request.run();
  }
  // @ts-expect-error a record of another entity
  update(request: UpdateRequest<Role>) {
    return request.run({ name: request.record.name });
  }
  // @ts-expect-error nothing is returned
  async store(request: StoreRequest<Post>) {
    await request.run();
  }
  // @ts-expect-error a deletion has no values
  delete(request: StoreRequest<Post>) {
    return request.run(request.values);
  }
}

declare const request: StoreRequest<Post>;
export const mistakes: readonly unknown[] = [
  // @ts-expect-error a missing column
  request.run({ user_id: 1 }),
  // @ts-expect-error not a status
  request.run({ status: 'deleted' }),
];
