/** What the compiler rejects in the options of relations; `npm run typecheck` runs it. */
import {
  BelongsTo,
  BelongsToMany,
  HasMany,
  HasOne,
  ResourceOf,
  where,
  type Related,
} from '../../../src/definition/index.js';
import {
  Phone,
  PhoneResource,
  Post,
  PostResource,
  RoleResource,
  RoleUser,
  User,
  UserResource,
} from './entities.js';

export class GoodPosts extends ResourceOf(Post) {
  @BelongsTo(() => UserResource, {
    searchable: ['name'],
    sortable: ['name', 'preferences->locale'],
  })
  user!: Related;
}
export class GoodSearch extends ResourceOf(Post) {
  @BelongsTo(() => UserResource, {
    searchable: (_query, _request, value) => where({ name: value }),
  })
  user!: Related;
}
export class GoodUsers extends ResourceOf(User) {
  @HasOne(() => PhoneResource, { sortable: ['number'], writable: true }) phone!: Related;
  @HasMany(() => PostResource, { columns: ['title', 'status'], writable: true }) posts!: Related;
  @BelongsToMany(() => RoleResource, {
    through: () => RoleUser,
    withPivot: ['policy', 'granted_by'],
    unique: true,
    canAttach: (_request, role) => role.name !== 'admin',
    validationCallback: () => ({ policy: ['nullable', 'string'] }),
  })
  roles!: Related;
}

export class UnknownColumn extends ResourceOf(Post) {
  // @ts-expect-error not a field of the related resource
  @BelongsTo(() => UserResource, { searchable: ['nme'] }) user!: Related;
}
export class HiddenColumn extends ResourceOf(Post) {
  // @ts-expect-error a column, but not a field of the related resource (C5.9)
  @BelongsTo(() => UserResource, { searchable: ['password'] }) user!: Related;
}
export class UnknownPath extends ResourceOf(Post) {
  // @ts-expect-error no such path
  @BelongsTo(() => UserResource, { sortable: ['preferences->thme'] }) user!: Related;
}
export class PathInText extends ResourceOf(Post) {
  // @ts-expect-error a path into a string
  @BelongsTo(() => UserResource, { sortable: ['name->first'] }) user!: Related;
}
export class PivotOfBelongsTo extends ResourceOf(Post) {
  // @ts-expect-error not an option of BelongsTo
  @BelongsTo(() => UserResource, { withPivot: ['active'] }) user!: Related;
}
export class SearchOfHasOne extends ResourceOf(User) {
  // @ts-expect-error not an option of HasOne
  @HasOne(() => PhoneResource, { searchable: ['number'] }) phone!: Related;
}
export class UnknownColumns extends ResourceOf(User) {
  // @ts-expect-error not a field of the related resource
  @HasMany(() => PostResource, { columns: ['titel'] }) posts!: Related;
}
export class UnknownPivot extends ResourceOf(User) {
  // @ts-expect-error not a column of the pivot
  @BelongsToMany(() => RoleResource, { through: () => RoleUser, withPivot: ['polcy'] })
  roles!: Related;
}
export class PivotRelation extends ResourceOf(User) {
  // @ts-expect-error a relationship of the pivot, not a plain column
  @BelongsToMany(() => RoleResource, { through: () => RoleUser, withPivot: ['user'] })
  roles!: Related;
}
export class PivotWithoutEntity extends ResourceOf(User) {
  // @ts-expect-error columns without an entity
  @BelongsToMany(() => RoleResource, { withPivot: ['policy'] }) roles!: Related;
}
export class UnknownValidation extends ResourceOf(User) {
  @BelongsToMany(() => RoleResource, {
    through: () => RoleUser,
    // @ts-expect-error rules for a member that is not a column of the pivot
    validationCallback: () => ({ polcy: ['string'] }),
  })
  roles!: Related;
}
export class OtherRecord extends ResourceOf(User) {
  // @ts-expect-error the related record is a role
  @BelongsToMany(() => RoleResource, { canAttach: (_request, phone: Phone) => phone.number !== '' })
  roles!: Related;
}
