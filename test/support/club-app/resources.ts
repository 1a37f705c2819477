import {
  BelongsToMany,
  Field,
  MorphToMany,
  Resource,
  ResourceOf,
  type PivotRequest,
  type Related,
  type ResourceRequest,
} from '../../../src/index.js';
import { Award, Badge, Club, Course, Enrolment, Membership, Player } from './entities.js';
import { BadgePolicy, ClubPolicy, CoursePolicy, PlayerPolicy } from './policies.js';

const isTrainer = ({ user }: ResourceRequest): boolean => (user as unknown as Player).isTrainer;

/** The arguments of a callback, and its result. */
export const callbacks = { calls: [] as object[], returns: undefined as unknown };

async function befriend(
  request: PivotRequest,
  resource: unknown,
  parent: Player,
): Promise<unknown> {
  callbacks.calls.push({
    callback: 'attach',
    keys: request.keys,
    resource,
    parent: parent.name,
    id: request.id,
  });
  for (const key of request.keys)
    await request.write('insert into friendships (player_id, friend_id) values (?, ?)', [
      parent.id,
      key,
    ]);
  return callbacks.returns;
}

async function unfriend(
  request: PivotRequest,
  resource: unknown,
  parent: Player,
): Promise<unknown> {
  callbacks.calls.push({
    callback: 'detach',
    keys: request.keys,
    resource,
    parent: parent.name,
    id: request.id,
  });
  for (const key of request.keys)
    await request.write('delete from friendships where player_id = ? and friend_id = ?', [
      parent.id,
      key,
    ]);
  return callbacks.returns;
}

@Resource({ policy: PlayerPolicy, logged: true })
export class PlayerResource extends ResourceOf(Player) {
  @Field() name!: string;
  @BelongsToMany(() => ClubResource, {
    through: () => Membership,
    withPivot: ['position', 'fee', 'active', 'since', 'number', 'kit', 'created_at'] as never,
    validationCallback: ({ operation }: ResourceRequest, pivot) => ({
      number: ['nullable', 'unique'],
      position: ['nullable', ...(pivot.active === true ? (['required'] as const) : [])],
      ...(operation === 'sync' && { fee: ['nullable', 'max:10'] as const }),
    }),
  })
  clubs!: Related;
  @BelongsToMany(() => ClubResource, {
    relationship: 'clubs',
    through: () => Membership,
    canAttach: isTrainer,
    canDetach: isTrainer,
    canEnableRelationship: isTrainer,
  })
  teams!: Related;
  @BelongsToMany(() => CourseResource, {
    through: () => Enrolment,
    withPivot: ['seat'],
    unique: true,
  })
  courses!: Related;
  @BelongsToMany(() => CourseResource, {
    relationship: 'courses',
    through: () => Enrolment,
    withPivot: ['seat', 'id'],
    canAttach: () => true,
    canDetach: () => true,
  })
  repeats!: Related;
  @BelongsToMany(() => PlayerResource, { attachCallback: befriend, detachCallback: unfriend })
  friends!: Related;
  @MorphToMany(() => BadgeResource, {
    through: () => Award,
    withPivot: ['place'],
    validationCallback: () => ({ place: ['nullable', 'min:1'] }),
    messages: { place: { integer: 'A place is a whole number.', min: 'Places start at :min.' } },
  })
  badges!: Related;
}

@Resource({ policy: ClubPolicy })
export class ClubResource extends ResourceOf(Club) {
  @Field() name!: string;
  @BelongsToMany(() => PlayerResource) players!: Related;
  @MorphToMany(() => BadgeResource, { through: () => Award, withPivot: ['place'] })
  badges!: Related;
}

@Resource({ policy: CoursePolicy })
export class CourseResource extends ResourceOf(Course) {
  @Field() title!: string;
  @BelongsToMany(() => PlayerResource, { through: () => Enrolment, withPivot: ['seat'] })
  players!: Related;
}

@Resource({ policy: BadgePolicy })
export class BadgeResource extends ResourceOf(Badge) {
  @Field() label!: string;
  @MorphToMany(() => ClubResource, { through: () => Award, withPivot: ['place'] }) clubs!: Related;
}

export const clubResources = [PlayerResource, ClubResource, CourseResource, BadgeResource];
