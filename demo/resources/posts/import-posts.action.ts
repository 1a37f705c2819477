import { IsInt, IsString } from 'class-validator';
import {
  Action,
  defineRules,
  type ActionRequest,
  type StandaloneActionHandler,
} from 'resource-api';
import { Post } from './post.entity.js';

const importing = defineRules({ count: ['required', 'integer', 'between:1,500'] });

class Imported {
  @IsString()
  readonly message!: string;

  @IsInt()
  readonly stored!: number;
}

/** Stores drafts for the caller. */
@Action({
  standalone: true,
  description: 'Store so many drafts of your own.',
  rules: importing,
  response: Imported,
})
export class ImportPosts implements StandaloneActionHandler<typeof importing> {
  async handle(request: ActionRequest<typeof importing>): Promise<Imported> {
    const { count } = await request.validate();
    await request.store(
      Post,
      Array.from({ length: count }, (_, index) => ({
        title: `Imported draft ${index + 1}`,
        status: 'draft' as const,
        user_id: request.user.id,
      })),
    );
    return { message: 'Posts imported.', stored: count };
  }
}
