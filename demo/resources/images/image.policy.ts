import { Injectable } from '@nestjs/common';
import { everything, visibleThrough, type Policy, type Scope } from 'resource-api';
import type { User } from '../users/user.entity.js';
import type { Image } from './image.entity.js';

/** Users who may see a user or post may see its image; admins may change all images. */
@Injectable()
export class ImagePolicy implements Policy<Image> {
  scope(user: User): Scope<Image> {
    return user.is_admin ? everything() : visibleThrough('imageable');
  }

  index() {
    return true;
  }

  store(user: User) {
    return user.is_admin;
  }

  update(user: User) {
    return user.is_admin;
  }

  delete(user: User) {
    return user.is_admin;
  }
}
