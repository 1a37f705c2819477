import {
  BelongsTo,
  BelongsToMany,
  Callable,
  checkedBy,
  Field,
  Forwarding,
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
  policy: UserPolicy,
  actions: [DeactivateUsers, ReactivateUser],
  filters: [MinPosts],
  profile: true,
  logged: true,
  tools: true,
})
export class UserResource extends ResourceOf(User, {
  fields: [
    'name',
    'email',
    'age',
    'avatar',
    'preferences',
    'company_id',
    'password',
    'created_at',
    'updated_at',
  ],
  searchable: ['name'],
  sortable: ['created_at'],
  indexed: ['name', 'age'],
  relations: ['company', 'phone', 'posts', 'roles'],
}) {
  @Field({
    rules: ['email'],
    messages: { email: 'This is not an e-mail address.' },
    searchable: true,
    sortable: true,
    matchable: true,
  })
  override email!: string;

  @Field({ rules: ['image'], image: true, help: 'JPEG, PNG, WebP or GIF.' })
  override avatar!: string | null;

  @Field({ rules: ['json', checkedBy(LongestJson, '4000')] })
  override preferences!: Preferences | null;

  @Field({ matchable: true, canWrite: isAdmin, label: 'Employer' })
  override company_id!: string | null;

  @Field({
    rules: ['string', 'min:8'],
    storingRules: ['required'],
    writeOnly: true,
    transform: hashPassword,
  })
  override password!: string;

  /** Required to change one's own password. */
  @Input({ rules: ['required_with:password', 'current_password'], appliesTo: isOwnAccount })
  current_password!: Unstored;

  @BelongsTo({ searchable: ['name'] })
  override company!: Related;

  @HasOne(() => PhoneResource, { sortable: ['number'] })
  override phone!: Related;

  @BelongsToMany(() => RoleResource, {
    through: () => RoleUser,
    withPivot: ['policy', 'active'],
    unique: true,
    validationCallback: () => ({
      policy: ['nullable', 'in:read,write,own'],
      active: ['nullable', 'boolean'],
    }),
  })
  override roles!: Related;

  @MorphOne(() => ImageResource)
  image!: Related;

  @MorphMany(() => ActionLogResource, { morph: 'actionable' })
  logs!: Related;

  @Callable(UserStats)
  stats!: Related;

  @Forwarding({ needs: ['name', 'email'] })
  headline!: Related;
}
