import { Injectable } from '@nestjs/common';
import { everything, type Policy, type Scope } from 'resource-api';
import { ownsOrRules } from '../rights.js';
import type { User } from '../users/user.entity.js';
import type { Video } from './video.entity.js';

/** Everybody may see videos; only its owner may change a video. */
@Injectable()
export class VideoPolicy implements Policy<Video> {
  readonly needs = ['user_id'] as const;

  scope(): Scope<Video> {
    return everything();
  }

  index() {
    return true;
  }

  store() {
    return true;
  }

  update(user: User, video: Video) {
    return ownsOrRules(user, video);
  }

  delete(user: User, video: Video) {
    return ownsOrRules(user, video);
  }

  attachTags(user: User, video: Video) {
    return this.update(user, video);
  }

  detachTags(user: User, video: Video) {
    return this.update(user, video);
  }

  syncTags(user: User, video: Video) {
    return this.update(user, video);
  }
}
