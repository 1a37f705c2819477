import { Column, CreateDateColumn, Entity, JoinColumn, JoinTable, ManyToMany } from 'typeorm';
import { ManyToOne, OneToMany, OneToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';

@Entity('people')
export class Person {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 60 }) name!: string;
  @Column('varchar', { length: 120, unique: true }) email!: string;
  @Column('varchar', { length: 255 }) password!: string;
  @Column('boolean', { default: false }) is_admin!: boolean;
  @CreateDateColumn() created_at!: Date;
  @OneToOne(() => Badge, (badge) => badge.person) badge!: Relation<Badge> | null;
  @ManyToMany(() => Course, (course) => course.people) courses!: Relation<Course>[];
}

@Entity('badges')
export class Badge {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 20 }) number!: string;
  @Column('int', { unique: true }) person_id!: number;
  @OneToOne(() => Person, (person) => person.badge)
  @JoinColumn({ name: 'person_id' })
  person!: Relation<Person>;
}

@Entity('buildings')
export class Building {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 80 }) address!: string;
  @Column('smallint', { default: 1 }) floors!: number;
  @OneToMany(() => Hall, (hall) => hall.building) halls!: Relation<Hall>[];
}

@Entity('halls')
export class Hall {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 10 }) label!: string;
  @Column('int', { nullable: true }) seats!: number | null;
  @Column('int') building_id!: number;
  @ManyToOne(() => Building, (building) => building.halls)
  @JoinColumn({ name: 'building_id' })
  building!: Relation<Building>;
  @OneToMany(() => Lesson, (lesson) => lesson.hall) lessons!: Relation<Lesson>[];
}

@Entity('subjects')
export class Subject {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40, unique: true }) title!: string;
  @OneToMany(() => Course, (course) => course.subject) courses!: Relation<Course>[];
}

@Entity('courses')
export class Course {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 80 }) title!: string;
  @Column('simple-enum', { enum: ['planned', 'open', 'closed'] }) status!: string;
  @Column('decimal', { precision: 6, scale: 2 }) fee!: string;
  @Column('int') subject_id!: number;
  @ManyToOne(() => Subject, (subject) => subject.courses)
  @JoinColumn({ name: 'subject_id' })
  subject!: Relation<Subject>;
  @OneToMany(() => Lesson, (lesson) => lesson.course) lessons!: Relation<Lesson>[];
  @ManyToMany(() => Person, (person) => person.courses)
  @JoinTable({
    name: 'course_person',
    joinColumn: { name: 'course_id' },
    inverseJoinColumn: { name: 'person_id' },
  })
  people!: Relation<Person>[];
}

@Entity('lessons')
export class Lesson {
  @PrimaryGeneratedColumn() id!: number;
  @Column({ type: Date }) starts_at!: Date;
  @Column('int') minutes!: number;
  @Column('int') course_id!: number;
  @Column('int', { nullable: true }) hall_id!: number | null;
  @ManyToOne(() => Course, (course) => course.lessons)
  @JoinColumn({ name: 'course_id' })
  course!: Relation<Course>;
  @ManyToOne(() => Hall, (hall) => hall.lessons)
  @JoinColumn({ name: 'hall_id' })
  hall!: Relation<Hall> | null;
  @OneToMany(() => Task, (task) => task.lesson) tasks!: Relation<Task>[];
}

@Entity('tasks')
export class Task {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 200 }) title!: string;
  @Column('date', { nullable: true }) due_on!: string | null;
  @Column('int') lesson_id!: number;
  @ManyToOne(() => Lesson, (lesson) => lesson.tasks)
  @JoinColumn({ name: 'lesson_id' })
  lesson!: Relation<Lesson>;
}

@Entity('holidays')
export class Holiday {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) name!: string;
  @Column('date') first_day!: string;
  @Column('date') last_day!: string;
}

@Entity('notices')
export class Notice {
  @PrimaryGeneratedColumn() id!: number;
  @Column('text') content!: string;
  @Column('boolean') pinned!: boolean;
  @CreateDateColumn() created_at!: Date;
}
