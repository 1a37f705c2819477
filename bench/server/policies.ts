import { Injectable } from '@nestjs/common';
import { everything, gte, where, type Policy, type Scope } from '../../src/index.js';
import type { BenchComment, BenchPost, BenchRole, BenchUser } from './entities.js';

/** May update the posts of others, so that any post can be patched. */
const EDITOR = 1;

@Injectable()
export class BenchUserPolicy implements Policy<BenchUser, BenchUser> {
  readonly needs = [] as const;
  scope(): Scope<BenchUser> {
    return everything();
  }
  index() {
    return true;
  }
  store() {
    return false;
  }
  update(user: BenchUser, record: BenchUser) {
    return user.id === record.id;
  }
  attachRoles() {
    return true;
  }
  syncRoles() {
    return true;
  }
}

/**
 * Every post matches the scope, so that the responses equal those of the limit, but the database
 * has to evaluate it.
 */
@Injectable()
export class BenchPostPolicy implements Policy<BenchPost, BenchUser> {
  readonly needs = ['user_id'] as const;
  scope(user: BenchUser): Scope<BenchPost> {
    return where({ views: gte(0) }, { user_id: user.id });
  }
  index() {
    return true;
  }
  store() {
    return true;
  }
  update(user: BenchUser, post: BenchPost) {
    return post.user_id === user.id || user.id === EDITOR;
  }
  delete(user: BenchUser, post: BenchPost) {
    return post.user_id === user.id;
  }
}

@Injectable()
export class BenchCommentPolicy implements Policy<BenchComment, BenchUser> {
  readonly needs = ['user_id'] as const;
  scope(): Scope<BenchComment> {
    return everything();
  }
  index() {
    return true;
  }
  update(user: BenchUser, comment: BenchComment) {
    return comment.user_id === user.id;
  }
}

@Injectable()
export class BenchRolePolicy implements Policy<BenchRole, BenchUser> {
  scope(): Scope<BenchRole> {
    return everything();
  }
  index() {
    return true;
  }
}
