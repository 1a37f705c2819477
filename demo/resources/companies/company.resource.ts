import {
  ActionLog,
  BelongsToMany,
  Field,
  HasMany,
  MorphToMany,
  oneOf,
  Resource,
  ResourceOf,
  unique,
  type Related,
} from 'resource-api';
import { ActionLogResource } from '../action-logs/action-log.resource.js';
import { isAdmin } from '../rights.js';
import { TagResource } from '../tags/tag.resource.js';
import { Taggable } from '../tags/taggable.entity.js';
import { UserResource } from '../users/user.resource.js';
import { Company } from './company.entity.js';
import { CompanyPolicy } from './company.policy.js';
import { countryCodes } from './country-codes.js';
import { attachPartners, detachPartners } from './partnership.js';

/** The companies that users work for, and their partners. */
@Resource({ policy: CompanyPolicy, logged: true })
export class CompanyResource extends ResourceOf(Company) {
  @Field({
    rules: ['required', 'max:160'],
    storingRules: [unique(() => Company, 'name')],
    searchable: true,
    sortable: true,
    matchable: 'text',
  })
  name!: string;

  @Field({ rules: ['nullable', oneOf(countryCodes)], sortable: true, matchable: 'text' })
  country!: string | null;

  @Field({ rules: ['nullable', 'image'], image: true, storeAs: 'logo.png' })
  logo!: string | null;

  @Field({ readOnly: true })
  created_at!: Date;

  @Field({ readOnly: true })
  updated_at!: Date;

  @HasMany(() => UserResource, { columns: ['name', 'email'] })
  users!: Related;

  @MorphToMany(() => TagResource, { through: () => Taggable })
  tags!: Related;

  @BelongsToMany(() => CompanyResource, {
    attachCallback: attachPartners,
    detachCallback: detachPartners,
  })
  partners!: Related;

  @MorphToMany(() => ActionLogResource, {
    through: () => ActionLog,
    morph: 'actionable',
    canEnableRelationship: isAdmin,
  })
  logs!: Related;
}
