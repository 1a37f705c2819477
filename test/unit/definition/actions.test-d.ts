/** What the compiler rejects in actions; `npm run typecheck` runs it. */
import {
  Action,
  type ActionHandler,
  type ActionRequest,
  type ShowActionHandler,
  type StandaloneActionHandler,
} from '../../../src/definition/index.js';
import { defineRules } from '../../../src/rules/entries/payload-types.js';
import { holds, type Equal, type Post, type User } from './entities.js';

const counting = defineRules({ count: ['required', 'integer'] });
const naming = defineRules({ name: ['required', 'string'] });
class Payload {
  note?: string;
}

@Action({ destructive: true })
export class DeactivateUsers implements ActionHandler<User> {
  canRun(user: unknown, record: User) {
    return record !== user;
  }
  handle(_request: ActionRequest, users: User[]) {
    return { deactivated: users.length };
  }
  reduce(total: { deactivated: number }, one: { deactivated: number }) {
    return { deactivated: total.deactivated + one.deactivated };
  }
}
@Action({ onlyOnShow: true, rules: counting })
export class CountPost implements ShowActionHandler<Post, typeof counting> {
  async handle(request: ActionRequest<typeof counting>, post: Post) {
    const payload = await request.validate();
    holds<Equal<typeof payload, { count: number }>>();
    return { id: post.id };
  }
}
@Action({ standalone: true, payload: Payload })
export class ImportPosts implements StandaloneActionHandler<Payload> {
  async handle(request: ActionRequest<Payload>) {
    const payload = await request.validate();
    holds<Equal<typeof payload, Payload>>();
  }
}

// @ts-expect-error a list is required on index
@Action({ onlyOnIndex: true })
export class OneOnIndex {
  handle(_request: ActionRequest, post: Post) {
    return post.id;
  }
}
// @ts-expect-error one record is required on show
@Action({ onlyOnShow: true })
export class ListOnShow {
  handle(_request: ActionRequest, posts: Post[]) {
    return posts.length;
  }
}
// @ts-expect-error no record is allowed
@Action({ standalone: true })
export class ListOnNothing {
  handle(_request: ActionRequest, posts: Post[]) {
    return posts.length;
  }
}
// @ts-expect-error two scopes
@Action({ onlyOnIndex: true, onlyOnShow: true })
export class TwoScopes {
  handle() {
    return null;
  }
}
// @ts-expect-error other rules than the declared ones
@Action({ rules: counting })
export class OtherRules {
  async handle(request: ActionRequest<typeof naming>, _posts: Post[]) {
    return (await request.validate()).name;
  }
}
// @ts-expect-error no handler
@Action({ rules: counting })
export class WithoutHandler {}
// @ts-expect-error reduce takes two results of handle
@Action({})
export class OtherResults {
  handle(_request: ActionRequest, posts: Post[]) {
    return { sum: posts.length };
  }
  reduce(total: string, one: string) {
    return total + one;
  }
}
// @ts-expect-error rules and payload
@Action({ rules: counting, payload: Payload })
export class RulesAndPayload {
  handle() {
    return null;
  }
}

class Counted {
  count!: number;
}

@Action({ standalone: true, response: Counted })
export class DeclaredResponse {
  async handle(): Promise<Counted> {
    return { count: 1 };
  }
}
@Action({ standalone: true, response: { type: 'integer' } })
export class DescribedResponse {
  handle() {
    return 1;
  }
}
// @ts-expect-error another type than the declared one
@Action({ standalone: true, response: Counted })
export class OtherResponse {
  handle() {
    return { total: 1 };
  }
}
