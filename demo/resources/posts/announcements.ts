import { Injectable, Logger } from '@nestjs/common';
import type { Post } from './post.entity.js';

/**
 * Tells the house about posts; a line of the log stands for the letter that a real house would
 * send.
 */
@Injectable()
export class Announcements {
  private readonly logger = new Logger('Announcements');

  announce(post: Post, note: string | null): void {
    this.logger.log({ announced: 'post', id: String(post.id), note });
  }
}
