import { Injectable } from '@nestjs/common';
import {
  BelongsToMany,
  Field,
  HasMany,
  Resource,
  ResourceOf,
  type Hooks,
  type Related,
  type WriteRequest,
} from '../../src/index.js';
import { CountViews } from './count-views.js';
import {
  BenchArticle,
  BenchComment,
  BenchPost,
  BenchRole,
  BenchRoleUser,
  BenchUser,
} from './entities.js';
import {
  BenchArticlePolicy,
  BenchCommentPolicy,
  BenchPostPolicy,
  BenchRolePolicy,
  BenchUserPolicy,
} from './policies.js';

@Resource({ uriKey: 'users', policy: BenchUserPolicy })
export class BenchUsers extends ResourceOf(BenchUser) {
  @Field() name!: string;
  @Field({ matchable: 'text' }) email!: string;
  @Field({ sortable: true }) age!: number | null;
  @Field() avatar!: string | null;
  @Field() created_at!: Date;
  @Field() updated_at!: Date;
  @HasMany(() => BenchPosts) posts!: Related;
  @BelongsToMany(() => BenchRoles, {
    through: () => BenchRoleUser,
    withPivot: ['policy', 'active'],
  })
  roles!: Related;
}

@Resource({
  uriKey: 'posts',
  policy: BenchPostPolicy,
  actions: [CountViews],
  logged: process.env.BENCH_LOGGED === 'true',
})
export class BenchPosts extends ResourceOf(BenchPost) {
  @Field() user_id!: number;
  @Field() title!: string;
  @Field() description!: string;
  @Field() views!: number;
  @Field() created_at!: Date;
  @Field() updated_at!: Date;
  @HasMany(() => BenchComments) comments!: Related;
}

@Injectable()
class BenchArticleHooks implements Hooks<BenchArticle> {
  storing(_request: WriteRequest, values: Partial<BenchArticle>): void {
    values.title = values.title!.trim();
  }

  updating(_request: WriteRequest, values: Partial<BenchArticle>): void {
    if (values.title !== undefined) values.title = values.title.trim();
  }
}

/** Rules, hooks and a policy, for single writes. */
@Resource({
  uriKey: 'articles',
  policy: BenchArticlePolicy,
  hooks: BenchArticleHooks,
  logged: process.env.BENCH_LOGGED === 'true',
})
export class BenchArticles extends ResourceOf(BenchArticle) {
  @Field() user_id!: number;
  @Field({ rules: ['min:3', 'max:200'] }) title!: string;
  @Field({ rules: ['max:2000'] }) description!: string;
  @Field({ rules: ['min:0'] }) views!: number;
  @Field({ readOnly: true }) created_at!: Date;
  @Field({ readOnly: true }) updated_at!: Date;
}

@Resource({ uriKey: 'comments', policy: BenchCommentPolicy })
export class BenchComments extends ResourceOf(BenchComment) {
  @Field() post_id!: number;
  @Field() user_id!: number;
  @Field({ matchable: 'text', sortable: true }) comment!: string;
  @Field() created_at!: Date;
}

@Resource({ uriKey: 'roles', policy: BenchRolePolicy })
export class BenchRoles extends ResourceOf(BenchRole) {
  @Field() name!: string;
  @Field() created_at!: Date;
}
