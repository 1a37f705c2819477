import { Injectable } from '@nestjs/common';
import type { Policy } from 'resource-api';
import type { Post } from '../posts/post.entity.js';
import { mayUpdatePost, ownsOrRules } from '../rights.js';
import { KeptByAdmins } from '../kept-by-admins.policy.js';
import type { User } from '../users/user.entity.js';
import type { Video } from '../videos/video.entity.js';
import type { Tag } from './tag.entity.js';

/**
 * Everybody may see tags, and admins may change them. Users who may update a record may attach tags
 * to it, from either side.
 */
@Injectable()
export class TagPolicy extends KeptByAdmins implements Policy<Tag> {
  attachPosts(user: User, _tag: Tag, post: Post) {
    return mayUpdatePost(user, post);
  }

  detachPosts(user: User, _tag: Tag, post: Post) {
    return mayUpdatePost(user, post);
  }

  syncPosts(user: User) {
    return user.is_admin;
  }

  attachVideos(user: User, _tag: Tag, video: Video) {
    return ownsOrRules(user, video);
  }

  detachVideos(user: User, _tag: Tag, video: Video) {
    return ownsOrRules(user, video);
  }

  syncVideos(user: User) {
    return user.is_admin;
  }

  manageCompanies(user: User) {
    return user.is_admin;
  }
}
