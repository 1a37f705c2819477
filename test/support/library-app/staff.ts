import { Injectable } from '@nestjs/common';
import {
  Column,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
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
import { OpenPolicy } from '../open-policy.js';
import type { Patron } from './entities.js';
import { LibraryApp, type Section, type Setup } from './library-app.js';
import { PatronPolicy } from './policies.js';
import { isLibrarian, PatronResource } from './resources.js';
import { continueKeys, insert } from './seed.js';
import { CreateTables, type Tables } from '../create-tables.js';

@Entity('teams')
class Team {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar') title!: string;
  @Column('int') budget!: number;
  @Column('varchar') motto!: string;
  @OneToMany(() => Worker, (worker) => worker.team) workers!: Relation<Worker>[];
}

@Entity('workers')
class Worker {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar') name!: string;
  @Column('int', { nullable: true }) age!: number | null;
  @Column('int') salary!: number;
  @Column('varchar', { nullable: true, unique: true }) iban!: string | null;
  @Column('varchar', { nullable: true }) bio!: string | null;
  @Column('int', { nullable: true }) desk!: number | null;
  @Column('int', { name: 'team_id', nullable: true }) teamId!: number | null;
  @ManyToOne(() => Team, (team) => team.workers)
  @JoinColumn({ name: 'team_id' })
  team!: Relation<Team> | null;
  @OneToMany(() => Review, (review) => review.worker) reviews!: Relation<Review>[];
  @ManyToMany(() => Bonus, (bonus) => bonus.workers)
  @JoinTable({
    name: 'bonus_worker',
    joinColumn: { name: 'worker_id' },
    inverseJoinColumn: { name: 'bonus_id' },
  })
  bonuses!: Relation<Bonus>[];
  logs!: ActionLog[];
}

@Entity('reviews')
class Review {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar') text!: string;
  @Column('int', { nullable: true }) mark!: number | null;
  @Column('int', { name: 'worker_id' }) workerId!: number;
  @ManyToOne(() => Worker, (worker) => worker.reviews)
  @JoinColumn({ name: 'worker_id' })
  worker!: Relation<Worker>;
}

@Entity('bonuses')
class Bonus {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar') name!: string;
  @ManyToMany(() => Worker, (worker) => worker.bonuses) workers!: Relation<Worker>[];
  @OneToMany(() => Badge, (badge) => badge.bonus) badges!: Relation<Badge>[];
}

@Entity('badges')
class Badge {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar') code!: string;
  @Column('int', { name: 'bonus_id' }) bonusId!: number;
  @ManyToOne(() => Bonus, (bonus) => bonus.badges)
  @JoinColumn({ name: 'bonus_id' })
  bonus!: Relation<Bonus>;
}

const tables: Tables = {
  teams: (type) => ({
    columns: {
      id: type.key,
      title: `${type.text(60)} not null`,
      budget: `${type.integer} not null`,
      motto: `${type.text(60)} not null`,
    },
  }),
  workers: (type) => ({
    columns: {
      id: type.key,
      name: `${type.text(60)} not null`,
      age: `${type.integer} null`,
      salary: `${type.integer} not null`,
      iban: `${type.text(60)} null`,
      bio: `${type.text(60)} null`,
      desk: `${type.integer} null`,
      team_id: `${type.integer} null`,
    },
    uniques: [['iban']],
    foreignKeys: { team_id: 'teams (id)' },
  }),
  reviews: (type) => ({
    columns: {
      id: type.key,
      text: `${type.text(60)} not null`,
      mark: `${type.integer} null`,
      worker_id: `${type.integer} not null`,
    },
    foreignKeys: { worker_id: 'workers (id)' },
  }),
  bonuses: (type) => ({ columns: { id: type.key, name: `${type.text(60)} not null` } }),
  badges: (type) => ({
    columns: {
      id: type.key,
      code: `${type.text(60)} not null`,
      bonus_id: `${type.integer} not null`,
    },
    foreignKeys: { bonus_id: 'bonuses (id)' },
  }),
  bonus_worker: (type) => ({
    columns: { worker_id: `${type.integer} not null`, bonus_id: `${type.integer} not null` },
    primaryKey: ['worker_id', 'bonus_id'],
    foreignKeys: { worker_id: 'workers (id)', bonus_id: 'bonuses (id)' },
  }),
};

class CreateStaff1735700000012 extends CreateTables {
  protected readonly tables = tables;
}

@Injectable()
class WorkerPolicy extends OpenPolicy {
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
class ListWorkers {
  handle(_request: ActionRequest, workers: Worker[]) {
    return { workers };
  }
}

/** Changes a field that only librarians see, for every caller. */
@Action({})
class RaiseSalaries {
  async handle(request: ActionRequest, workers: Worker[]) {
    for (const worker of workers) await request.update([worker], { salary: worker.salary + 100 });
  }
}

/** Librarians see the settings. */
@Resource({ policy: PatronPolicy, profile: true, tools: true, uriKey: 'patrons' })
class StaffPatronResource extends PatronResource {
  @Field({ canSee: isLibrarian }) declare settings: object | null;
}

@Resource({ policy: OpenPolicy, tools: true, logged: true })
class TeamResource extends ResourceOf(Team) {
  @Field({ searchable: true, sortable: true, matchable: true }) title!: string;
  @Field({ canSee: isLibrarian, sortable: true, matchable: true, default: () => 0 })
  budget!: number;
  @Field({ canSee: isLibrarian, searchable: true, default: () => 'none' }) motto!: string;
  @HasMany(() => WorkerResource, { columns: ['name', 'salary'] }) workers!: Related;
}

@Resource({
  policy: WorkerPolicy,
  actions: [ListWorkers, RaiseSalaries],
  tools: true,
  logged: true,
})
class WorkerResource extends ResourceOf(Worker) {
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
    canSee: isLibrarian,
    sortable: true,
    matchable: true,
    rules: ['required', 'min:1'],
  })
  salary!: number;
  @Field({ canSee: isLibrarian, searchable: true, matchable: true }) iban!: string | null;
  @Field({ only: ['show'], searchable: true }) bio!: string | null;
  @Field({ only: ['index', 'tools'], sortable: true, matchable: true, rules: ['min:1'] })
  desk!: number | null;
  @Field() team_id!: number | null;
  @Input({ canSee: isLibrarian, rules: ['required', 'in:yes'] }) approved!: Unstored;
  @BelongsTo(() => TeamResource, {
    searchable: ['title', 'motto'],
    sortable: ['title', 'budget'],
  })
  team!: Related;
  @HasMany(() => ReviewResource, { canSee: isLibrarian }) reviews!: Related;
  @HasMany(() => ReviewResource, { relationship: 'reviews', only: ['show'] }) marks!: Related;
  @BelongsToMany(() => BonusResource, { canSee: isLibrarian }) bonuses!: Related;
  @MorphMany(() => LogResource, { morph: 'actionable' }) logs!: Related;

  @Callable({ canSee: isLibrarian, needs: ['salary'] })
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
class ReviewResource extends ResourceOf(Review) {
  @Field() text!: string;
  @Field({ canSee: isLibrarian, sortable: true }) mark!: number | null;
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
  @Computed({ needs: ['mark'], type: 'boolean', canSee: isLibrarian })
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
class BonusResource extends ResourceOf(Bonus) {
  @Field() name!: string;
  @HasMany(() => BadgeResource) badges!: Related;
  @BelongsToMany(() => WorkerResource, { relationship: 'workers', canSee: isLibrarian })
  holders!: Related;
}

/** The policy admits librarians only. */
@Injectable()
class ListedByLibrariansPolicy extends OpenPolicy {
  override index(user?: Patron) {
    return user?.isLibrarian === true;
  }
}

@Resource({ policy: ListedByLibrariansPolicy, with: ['bonus'] })
class BadgeResource extends ResourceOf(Badge) {
  @Field({ searchable: true, sortable: true }) code!: string;
  @Field() bonus_id!: number;
  @BelongsTo(() => BonusResource) bonus!: Related;
}

@Resource({ policy: OpenPolicy, tools: true })
class LogResource extends ResourceOf(ActionLog, {
  fields: ['user_id', 'name', 'actionable_type', 'actionable_id', 'status'],
}) {
  @Field({ readOnly: true }) original!: ActionLog['original'];
  @Field({ readOnly: true }) changes!: ActionLog['changes'];
}

const section: Section = {
  resources: [
    ...[TeamResource, WorkerResource, ReviewResource, BonusResource, BadgeResource, LogResource],
  ],
  migration: CreateStaff1735700000012,
};

type Rows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/**
 * Starts the library with its staff, whose pay only librarians see.
 *
 * @param grade in the settings of all patrons, which only librarians see
 */
export async function startStaff(grade = 2, options: Setup['options'] = {}): Promise<LibraryApp> {
  const library = await LibraryApp.start({
    options,
    sections: [section],
    replacements: [StaffPatronResource],
  });
  await library.database.write('update patrons set settings = ?', [JSON.stringify({ grade })]);
  return library;
}

/** Inserts rows, with keys of their own; generated keys continue at 500. */
export async function hire({ database }: LibraryApp, rows: Rows): Promise<void> {
  for (const [table, list] of Object.entries(rows))
    for (const row of list) await insert(database, table, row);
  await continueKeys(database, ['teams', 'workers', 'reviews', 'bonuses', 'badges'], 500);
}

/** Starts the library with two teams and three workers. */
export async function startTwoTeams(): Promise<LibraryApp> {
  const library = await startStaff();
  await hire(library, {
    teams: [
      { id: 1, title: 'Dock', budget: 900, motto: 'gold' },
      { id: 2, title: 'Yard', budget: 100, motto: 'iron' },
    ],
    workers: [
      { id: 1, name: 'Ada', age: 40, salary: 3000, iban: 'DE1', team_id: 1 },
      { id: 2, name: 'Bob', age: 30, salary: 2000, iban: 'DE2', team_id: 2 },
      { id: 3, name: 'Cem', age: 20, salary: 1000, iban: null, team_id: 1 },
    ],
    reviews: [{ id: 1, text: 'fine', mark: 5, worker_id: 1 }],
    bonuses: [{ id: 1, name: 'Summer' }],
    badges: [
      { id: 1, code: 'sun', bonus_id: 1 },
      { id: 2, code: 'sea', bonus_id: 1 },
    ],
    bonus_worker: [{ worker_id: 1, bonus_id: 1 }],
  });
  return library;
}
