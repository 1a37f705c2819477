import {
  Column,
  CreateDateColumn,
  Entity,
  JoinTable,
  ManyToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  VersionColumn,
  type Relation,
} from 'typeorm';

/** A player, and the user of the API. */
@Entity('players')
export class Player {
  @PrimaryColumn('int') id!: number;
  @Column('varchar') name!: string;
  @Column('varchar', { nullable: true }) password!: string | null;
  @Column('boolean', { name: 'is_trainer' }) isTrainer!: boolean;
  @ManyToMany(() => Club, (club) => club.players)
  @JoinTable({
    name: 'memberships',
    joinColumn: { name: 'player_id' },
    inverseJoinColumn: { name: 'club_id' },
  })
  clubs!: Relation<Club>[];
  @ManyToMany(() => Course, (course) => course.players)
  @JoinTable({
    name: 'enrolments',
    joinColumn: { name: 'player_id' },
    inverseJoinColumn: { name: 'course_id' },
  })
  courses!: Relation<Course>[];
  @ManyToMany(() => Player)
  @JoinTable({
    name: 'friendships',
    joinColumn: { name: 'player_id' },
    inverseJoinColumn: { name: 'friend_id' },
  })
  friends!: Relation<Player>[];
  badges!: Badge[];
}

/** Its key is a uuid. */
@Entity('clubs')
export class Club {
  @PrimaryColumn('uuid') id!: string;
  @Column('varchar') name!: string;
  @Column('boolean') secret!: boolean;
  @ManyToMany(() => Player, (player) => player.clubs) players!: Relation<Player>[];
  badges!: Badge[];
}

/** Its key is a bigint. */
@Entity('courses')
export class Course {
  @PrimaryColumn('bigint') id!: string;
  @Column('varchar') title!: string;
  @ManyToMany(() => Player, (player) => player.courses) players!: Relation<Player>[];
}

/** Its key is a string. */
@Entity('badges')
export class Badge {
  @PrimaryColumn('varchar') slug!: string;
  @Column('varchar') label!: string;
  players!: Player[];
  clubs!: Club[];
}

/** The pair is the key; the values are of every type. */
@Entity('memberships')
export class Membership {
  @PrimaryColumn('int', { name: 'player_id' }) playerId!: number;
  @PrimaryColumn('uuid', { name: 'club_id' }) clubId!: string;
  @Column('varchar', { length: 20, nullable: true }) position!: string | null;
  @Column('decimal', { precision: 8, scale: 2, nullable: true }) fee!: string | null;
  @Column('boolean', { nullable: true }) active!: boolean | null;
  @Column({ type: Date, nullable: true }) since!: Date | null;
  @Column('bigint', { nullable: true }) number!: string | null;
  @Column('simple-json', { nullable: true }) kit!: object | null;
  @Column('varchar', { nullable: true }) remark!: string | null;
  @CreateDateColumn({ name: 'created_at' }) createdAt!: Date;
  @UpdateDateColumn({ name: 'updated_at' }) updatedAt!: Date;
  @VersionColumn() version!: number;
}

/**
 * A key of its own, and a value that each row needs: a player may take a course twice, unless
 * `unique` is set.
 */
@Entity('enrolments')
export class Enrolment {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column('int', { name: 'player_id' }) playerId!: number;
  @Column('bigint', { name: 'course_id' }) courseId!: string;
  @Column('int') seat!: number;
}

/** Names one side by type and key. */
@Entity('awards')
export class Award {
  @PrimaryColumn('varchar', { name: 'badge_id' }) badgeId!: string;
  @PrimaryColumn('varchar', { name: 'awarded_type' }) awardedType!: string;
  @PrimaryColumn('varchar', { name: 'awarded_id' }) awardedId!: string;
  @Column('int', { nullable: true }) place!: number | null;
}
