import {
  Column,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type MigrationInterface,
  type QueryRunner,
  type Relation,
} from 'typeorm';
import { createTable, dropTable, type ActionLog } from '../../../src/index.js';

/** The users: clerks, of whom some work in accounting. */
@Entity('clerks')
export class Clerk {
  @PrimaryColumn('int') id!: number;
  @Column('varchar') name!: string;
  @Column('varchar', { nullable: true }) password!: string | null;
  @Column('boolean', { name: 'is_accountant' }) isAccountant!: boolean;
  @Column('int', { nullable: true }) grade!: number | null;
}

@Entity('teams')
export class Team {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar') title!: string;
  @Column('int') budget!: number;
  @Column('varchar') motto!: string;
  @OneToMany(() => Worker, (worker) => worker.team) workers!: Relation<Worker>[];
}

@Entity('workers')
export class Worker {
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
export class Review {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar') text!: string;
  @Column('int', { nullable: true }) mark!: number | null;
  @Column('int', { name: 'worker_id' }) workerId!: number;
  @ManyToOne(() => Worker, (worker) => worker.reviews)
  @JoinColumn({ name: 'worker_id' })
  worker!: Relation<Worker>;
}

@Entity('bonuses')
export class Bonus {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar') name!: string;
  @ManyToMany(() => Worker, (worker) => worker.bonuses) workers!: Relation<Worker>[];
  @OneToMany(() => Badge, (badge) => badge.bonus) badges!: Relation<Badge>[];
}

@Entity('badges')
export class Badge {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar') code!: string;
  @Column('int', { name: 'bonus_id' }) bonusId!: number;
  @ManyToOne(() => Bonus, (bonus) => bonus.badges)
  @JoinColumn({ name: 'bonus_id' })
  bonus!: Relation<Bonus>;
}

type Tables = Parameters<typeof createTable>[2];
const tables: Readonly<Record<string, Tables>> = {
  clerks: (type) => ({
    columns: {
      id: 'integer primary key not null',
      name: `${type.text(60)} not null`,
      password: `${type.text(60)} null`,
      is_accountant: `${type.boolean} not null`,
      grade: `${type.integer} null`,
    },
  }),
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

export class CreatePayroll1735700000012 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [name, define] of Object.entries(tables))
      await createTable(queryRunner, name, define);
  }
  async down(queryRunner: QueryRunner): Promise<void> {
    for (const name of Object.keys(tables).reverse()) await dropTable(queryRunner, name);
  }
}
