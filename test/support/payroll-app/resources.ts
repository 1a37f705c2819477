import { Injectable } from '@nestjs/common';
import {
  Action,
  ActionLog,
  BelongsTo,
  BelongsToMany,
  Callable,
  Computed,
  Field,
  HasMany,
  Input,
  MorphMany,
  Resource,
  ResourceOf,
  type ActionRequest,
  type Related,
  type ResourceRequest,
  type Unstored,
} from '../../../src/index.js';
import { Badge, Bonus, Clerk, Review, Team, Worker } from './entities.js';
import { OpenPolicy } from '../open-policy.js';

/** Only accountants see what this protects. */
export const isAccountant = ({ user }: ResourceRequest): boolean =>
  (user as unknown as Clerk).isAccountant;

@Injectable()
export class WorkerPolicy extends OpenPolicy {
  attachBonuses() {
    return true;
  }
  detachBonuses() {
    return true;
  }
  syncBonuses() {
    return true;
  }
}

/** Returns the records that it received. */
@Action({})
export class ListWorkers {
  handle(_request: ActionRequest, workers: Worker[]) {
    return { workers };
  }
}

/** Changes a field that only accountants see, for every caller. */
@Action({})
export class RaiseSalaries {
  async handle(request: ActionRequest, workers: Worker[]) {
    for (const worker of workers) await request.update([worker], { salary: worker.salary + 100 });
  }
}

@Resource({ policy: OpenPolicy, profile: true, tools: true })
export class ClerkResource extends ResourceOf(Clerk) {
  @Field() name!: string;
  @Field({ canSee: isAccountant }) grade!: number | null;
}

@Resource({ policy: OpenPolicy, tools: true, logged: true })
export class TeamResource extends ResourceOf(Team) {
  @Field({ searchable: true, sortable: true, matchable: true }) title!: string;
  @Field({ canSee: isAccountant, sortable: true, matchable: true, default: () => 0 })
  budget!: number;
  @Field({ canSee: isAccountant, searchable: true, default: () => 'none' }) motto!: string;
  @HasMany(() => WorkerResource, { columns: ['name', 'salary'] }) workers!: Related;
}

@Resource({
  policy: WorkerPolicy,
  actions: [ListWorkers, RaiseSalaries],
  tools: true,
  logged: true,
})
export class WorkerResource extends ResourceOf(Worker) {
  @Field({
    searchable: true,
    sortable: true,
    matchable: true,
    storingRules: ['required_with:salary'],
  })
  name!: string;
  @Field({ matchable: true, sortable: true, rules: ['required_without:iban', 'nullable'] })
  age!: number | null;
  @Field({
    canSee: isAccountant,
    sortable: true,
    matchable: true,
    rules: ['required', 'min:1'],
  })
  salary!: number;
  @Field({ canSee: isAccountant, searchable: true, matchable: true }) iban!: string | null;
  @Field({ only: ['show'], searchable: true }) bio!: string | null;
  @Field({ only: ['index', 'tools'], sortable: true, matchable: true, rules: ['min:1'] })
  desk!: number | null;
  @Field() team_id!: number | null;
  @Input({ canSee: isAccountant, rules: ['required', 'in:yes'] }) approved!: Unstored;
  @BelongsTo(() => TeamResource, {
    searchable: ['title', 'motto'],
    sortable: ['title', 'budget'],
  })
  team!: Related;
  @HasMany(() => ReviewResource, { canSee: isAccountant }) reviews!: Related;
  @HasMany(() => ReviewResource, { relationship: 'reviews', only: ['show'] }) marks!: Related;
  @BelongsToMany(() => BonusResource, { canSee: isAccountant }) bonuses!: Related;
  @MorphMany(() => LogResource, { morph: 'actionable' }) logs!: Related;

  @Callable({ canSee: isAccountant, needs: ['salary'] })
  pay_slip(_request: ResourceRequest, { salary }: Worker) {
    return { salary };
  }

  @Callable({ only: ['tools'], needs: ['name'] })
  greeting(_request: ResourceRequest, { name }: Worker) {
    return `Hello ${name}`;
  }

  /** Returns a record, which is written like one of its resource. */
  @Callable()
  copy(_request: ResourceRequest, worker: Worker) {
    return worker;
  }
}

@Resource({ policy: OpenPolicy, tools: true })
export class ReviewResource extends ResourceOf(Review) {
  @Field() text!: string;
  @Field({ canSee: isAccountant, sortable: true }) mark!: number | null;
  @Field() worker_id!: number;
  @Computed({ needs: ['text'], type: 'string' })
  short(_request: ResourceRequest, { text }: Review) {
    if (text === 'broken') throw new Error('This review has no short form.');
    return text.slice(0, 1);
  }
  @Computed({ needs: ['text', 'workerId'], type: { type: 'object' }, batch: true })
  facts(_request: ResourceRequest, reviews: readonly Review[]) {
    return new Map(
      reviews.map(({ id, text, workerId }) => [id, { letters: text.length, of: workerId }]),
    );
  }
  @Computed({ needs: ['mark'], type: 'boolean', canSee: isAccountant })
  is_good(_request: ResourceRequest, { mark }: Review) {
    return (mark ?? 0) > 3;
  }
  @Computed({ needs: [], type: 'string', only: ['tools'] })
  hint() {
    return 'Ask for the worker.';
  }
  @BelongsTo(() => WorkerResource, { sortable: ['salary', 'name'], searchable: ['iban'] })
  worker!: Related;
}

@Resource({ policy: OpenPolicy, tools: true, with: ['badges', 'holders'] })
export class BonusResource extends ResourceOf(Bonus) {
  @Field() name!: string;
  @HasMany(() => BadgeResource) badges!: Related;
  @BelongsToMany(() => WorkerResource, { relationship: 'workers', canSee: isAccountant })
  holders!: Related;
}

/** The policy admits accountants only. */
@Injectable()
export class AccountantsPolicy extends OpenPolicy {
  override index(user?: Clerk) {
    return user?.isAccountant === true;
  }
}

@Resource({ policy: AccountantsPolicy, with: ['bonus'] })
export class BadgeResource extends ResourceOf(Badge) {
  @Field({ searchable: true, sortable: true }) code!: string;
  @Field() bonus_id!: number;
  @BelongsTo(() => BonusResource) bonus!: Related;
}

@Resource({ policy: OpenPolicy, tools: true })
export class LogResource extends ResourceOf(ActionLog, {
  fields: ['user_id', 'name', 'actionable_type', 'actionable_id', 'status'],
}) {
  @Field({ readOnly: true }) original!: ActionLog['original'];
  @Field({ readOnly: true }) changes!: ActionLog['changes'];
}

export const payrollResources = [
  ClerkResource,
  TeamResource,
  WorkerResource,
  ReviewResource,
  BonusResource,
  BadgeResource,
  LogResource,
];
