import {
  BelongsTo,
  BelongsToMany,
  Field,
  HasMany,
  Resource,
  ResourceOf,
  type Related,
} from '../../src/index.js';
import { CountViews } from './count-views.js';
import { BenchComment, BenchPost, BenchRole, BenchRoleUser, BenchUser } from './entities.js';
import { BenchPostHooks } from './post-hooks.js';
import {
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
  hooks: BenchPostHooks,
  logged: process.env.BENCH_LOGGED === 'true',
})
export class BenchPosts extends ResourceOf(BenchPost) {
  @Field({ readOnly: true, default: ({ user }) => user.id }) user_id!: number;
  @Field({ rules: ['max:200'] }) title!: string;
  @Field({ rules: ['max:20000'] }) description!: string;
  @Field({ rules: ['min:0'] }) views!: number;
  @Field({ readOnly: true }) created_at!: Date;
  @Field({ readOnly: true }) updated_at!: Date;
  @BelongsTo(() => BenchUsers) user!: Related;
  @HasMany(() => BenchComments) comments!: Related;
}

@Resource({ uriKey: 'comments', policy: BenchCommentPolicy })
export class BenchComments extends ResourceOf(BenchComment) {
  @Field() post_id!: number;
  @Field() user_id!: number;
  @Field({ matchable: 'text' }) comment!: string;
  @Field() created_at!: Date;
}

@Resource({ uriKey: 'roles', policy: BenchRolePolicy })
export class BenchRoles extends ResourceOf(BenchRole) {
  @Field() name!: string;
  @Field() created_at!: Date;
}
