import { Injectable } from '@nestjs/common';
import { everything, where, type Policy, type Scope } from 'resource-api';
import { mayUpdatePost, ownsOrRules } from '../rights.js';
import type { User } from '../users/user.entity.js';
import type { Post } from './post.entity.js';

/** Everybody may see published posts; authors, editors and admins may see and change the others. */
@Injectable()
export class PostPolicy implements Policy<Post> {
  readonly needs = ['user_id'] as const;

  scope(user: User): Scope<Post> {
    return user.is_admin || user.is_editor
      ? everything()
      : where({ status: 'published' }, { user_id: user.id });
  }

  index() {
    return true;
  }

  store() {
    return true;
  }

  update(user: User, post: Post) {
    return mayUpdatePost(user, post);
  }

  delete(user: User, post: Post) {
    return ownsOrRules(user, post);
  }

  attachTags(user: User, post: Post) {
    return this.update(user, post);
  }

  detachTags(user: User, post: Post) {
    return this.update(user, post);
  }

  syncTags(user: User, post: Post) {
    return this.update(user, post);
  }
}
