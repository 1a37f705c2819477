import { IsDate, IsString } from 'class-validator';
import { Action, defineRules, type ActionRequest, type ShowActionHandler } from 'resource-api';
import { mayUpdatePost } from '../rights.js';
import type { User } from '../users/user.entity.js';
import { Announcements } from './announcements.js';
import type { Post } from './post.entity.js';

const publishing = defineRules({
  publish_at: ['nullable', 'date', 'after:now'],
  note: ['nullable', 'string', 'max:500'],
  notify: ['boolean'],
});

class Published {
  @IsString()
  readonly message!: string;

  @IsDate()
  readonly published_at!: Date;
}

/** Publishes one post, now or at a later time. */
@Action({
  onlyOnShow: true,
  description: 'Publish one post, now or at a given time.',
  rules: publishing,
  response: Published,
})
export class PublishPost implements ShowActionHandler<Post, typeof publishing> {
  constructor(private readonly announcements: Announcements) {}

  canRun(user: User, post: Post) {
    return mayUpdatePost(user, post);
  }

  async handle(request: ActionRequest<typeof publishing>, post: Post): Promise<Published> {
    const { publish_at, note, notify } = await request.validate();
    const published_at = publish_at ?? new Date();
    await request.update([post], { status: 'published', published_at });
    if (notify) request.afterCommit(() => this.announcements.announce(post, note ?? null));
    return { message: 'Post published.', published_at };
  }
}
