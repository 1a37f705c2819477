import {
  BelongsTo,
  BelongsToMany,
  Callable,
  checkedBy,
  Field,
  Forwarding,
  HasMany,
  HasOne,
  hashPassword,
  Input,
  MorphMany,
  MorphOne,
  Resource,
  ResourceOf,
  type Related,
  type Unstored,
} from 'resource-api';
import { ActionLogResource } from '../action-logs/action-log.resource.js';
import { ImageResource } from '../images/image.resource.js';
import { PhoneResource } from '../phones/phone.resource.js';
import { PostResource } from '../posts/post.resource.js';
import { isAdmin, isOwnAccount } from '../rights.js';
import { RoleUser } from '../roles/role-user.entity.js';
import { RoleResource } from '../roles/role.resource.js';
import { LongestJson } from './longest-json.js';
import { DeactivateUsers } from './deactivate-users.action.js';
import { MinPosts } from './min-posts.filter.js';
import { ReactivateUser } from './reactivate-user.action.js';
import { UserStats } from './user-stats.js';
import { User, type Preferences } from './user.entity.js';
import { UserPolicy } from './user.policy.js';

/** The people of the house, and the profile of the caller. */
@Resource({
  label: 'People',
  group: 'Team',
  policy: UserPolicy,
  actions: [DeactivateUsers, ReactivateUser],
  filters: [MinPosts],
  profile: true,
  logged: true,
  tools: true,
})
export class UserResource extends ResourceOf(User) {
  @Field({ searchable: true, sortable: true, matchable: true })
  name!: string;

  @Field({
    rules: ['email'],
    messages: { email: 'This is not an e-mail address.' },
    searchable: true,
    sortable: true,
    matchable: true,
  })
  email!: string;

  @Field({ sortable: true, matchable: true })
  age!: number | null;

  @Field({ rules: ['image'], image: true, help: 'JPEG, PNG, WebP or GIF.' })
  avatar!: string | null;

  @Field({ rules: ['json', checkedBy(LongestJson, '4000')] })
  preferences!: Preferences | null;

  @Field({ matchable: true, canWrite: isAdmin, label: 'Employer' })
  company_id!: string | null;

  @Field({
    rules: ['string', 'min:8'],
    storingRules: ['required'],
    writeOnly: true,
    transform: hashPassword,
  })
  password!: string;

  /** Required to change one's own password. */
  @Input({
    rules: ['nullable', 'required_with:password', 'current_password'],
    appliesTo: isOwnAccount,
  })
  current_password!: Unstored;

  @Field({ readOnly: true, sortable: true })
  created_at!: Date;

  @Field({ readOnly: true })
  updated_at!: Date;

  @BelongsTo({ searchable: ['name'] })
  company!: Related;

  @HasOne(() => PhoneResource, { sortable: ['number'] })
  phone!: Related;

  @HasMany(() => PostResource)
  posts!: Related;

  @BelongsToMany(() => RoleResource, {
    through: () => RoleUser,
    withPivot: ['policy', 'active'],
    unique: true,
    validationCallback: () => ({
      policy: ['nullable', 'in:read,write,own'],
      active: ['nullable', 'boolean'],
    }),
  })
  roles!: Related;

  @MorphOne(() => ImageResource)
  image!: Related;

  @MorphMany(() => ActionLogResource, { morph: 'actionable' })
  logs!: Related;

  @Callable(UserStats)
  stats!: Related;

  @Forwarding({ needs: ['name', 'email'] })
  headline!: Related;
}
