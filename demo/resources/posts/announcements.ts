import { Injectable, Logger } from '@nestjs/common';
import type { Post } from './post.entity.js';

/** Announces posts to the house with a log line, where a real house would send an email. */
@Injectable()
export class Announcements {
  private readonly logger = new Logger('Announcements');

  announce(post: Post, note: string | null): void {
    this.logger.log({ announced: 'post', id: String(post.id), note });
  }
}
