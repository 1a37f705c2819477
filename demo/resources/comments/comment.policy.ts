import { Injectable } from '@nestjs/common';
import { visibleThrough, type Policy, type Scope } from 'resource-api';
import { ownsOrRules } from '../rights.js';
import type { User } from '../users/user.entity.js';
import type { Comment } from './comment.entity.js';

/** Users who may see a post or video may see its comments. Only its author may change a comment. */
@Injectable()
export class CommentPolicy implements Policy<Comment> {
  readonly needs = ['user_id'] as const;

  scope(): Scope<Comment> {
    return visibleThrough('commentable');
  }

  index() {
    return true;
  }

  store() {
    return true;
  }

  update(user: User, comment: Comment) {
    return ownsOrRules(user, comment);
  }

  delete(user: User, comment: Comment) {
    return ownsOrRules(user, comment);
  }
}
