import {
  ActionLog,
  BelongsToMany,
  Field,
  HasMany,
  MorphToMany,
  oneOf,
  Resource,
  ResourceOf,
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
@Resource({ group: 'Team', policy: CompanyPolicy, logged: true })
export class CompanyResource extends ResourceOf(Company, {
  fields: ['name', 'country', 'logo', 'created_at', 'updated_at'],
  searchable: ['name'],
  sortable: ['name'],
  matchable: ['name'],
}) {
  @Field({ rules: [oneOf(countryCodes)], sortable: true, matchable: true })
  override country!: string | null;

  @Field({ rules: ['image'], image: true, storeAs: 'logo.png' })
  override logo!: string | null;

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
