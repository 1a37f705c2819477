import { Injectable } from '@nestjs/common';
import { Column, CreateDateColumn, Entity, JoinColumn, JoinTable, ManyToMany } from 'typeorm';
import { ManyToOne, OneToMany, OneToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { everything, Field, hashPassword, Resource, ResourceOf } from '../../../src/index.js';
import type { Policy } from '../../../src/index.js';

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
class Badge {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 20 }) number!: string;
  @Column('int', { unique: true }) person_id!: number;
  @OneToOne(() => Person, (person) => person.badge)
  @JoinColumn({ name: 'person_id' })
  person!: Relation<Person>;
}

@Entity('buildings')
class Building {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 80 }) address!: string;
  @Column('smallint', { default: 1 }) floors!: number;
  @OneToMany(() => Hall, (hall) => hall.building) halls!: Relation<Hall>[];
}

@Entity('halls')
class Hall {
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
class Subject {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40, unique: true }) title!: string;
  @OneToMany(() => Course, (course) => course.subject) courses!: Relation<Course>[];
}

@Entity('courses')
class Course {
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
class Lesson {
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
class Task {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 200 }) title!: string;
  @Column('date', { nullable: true }) due_on!: string | null;
  @Column('int') lesson_id!: number;
  @ManyToOne(() => Lesson, (lesson) => lesson.tasks)
  @JoinColumn({ name: 'lesson_id' })
  lesson!: Relation<Lesson>;
}

@Entity('holidays')
class Holiday {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) name!: string;
  @Column('date') first_day!: string;
  @Column('date') last_day!: string;
}

@Entity('notices')
class Notice {
  @PrimaryGeneratedColumn() id!: number;
  @Column('text') content!: string;
  @Column('boolean') pinned!: boolean;
  @CreateDateColumn() created_at!: Date;
}

/** Everybody sees everything, and admins change it. */
@Injectable()
class SchoolPolicy {
  scope() {
    return everything();
  }
  index() {
    return true;
  }
  store(user: Person) {
    return user.is_admin;
  }
  update(user: Person) {
    return user.is_admin;
  }
  delete(user: Person) {
    return user.is_admin;
  }
}

@Injectable()
class CoursePolicy extends SchoolPolicy implements Policy<Course, Person> {
  managePeople(user: Person, course: Course) {
    return user.is_admin && course.status === 'open';
  }
}

@Injectable()
class PersonPolicy extends SchoolPolicy implements Policy<Person, Person> {
  manageCourses(user: Person) {
    return user.is_admin;
  }
  detachCourses(user: Person, person: Person) {
    return user.id === person.id;
  }
}

@Resource({ policy: PersonPolicy })
class PersonResource extends ResourceOf(Person, {
  fields: ['name', 'email', 'created_at'],
  sortable: ['name'],
  relations: ['badge', 'courses'],
}) {
  @Field({ storingRules: ['required'], writeOnly: true, transform: hashPassword })
  password!: string;
}

@Resource({ policy: SchoolPolicy })
class BadgeResource extends ResourceOf(Badge, {
  fields: ['number', 'person_id'],
  relations: ['person'],
}) {}

@Resource({ policy: SchoolPolicy })
class BuildingResource extends ResourceOf(Building, {
  fields: ['address', 'floors'],
  relations: ['halls'],
}) {}

@Resource({ policy: SchoolPolicy })
class HallResource extends ResourceOf(Hall, {
  fields: ['label', 'seats', 'building_id'],
  relations: ['building', 'lessons'],
}) {}

@Resource({ policy: SchoolPolicy })
class SubjectResource extends ResourceOf(Subject, {
  fields: ['title'],
  relations: ['courses'],
}) {}

@Resource({ policy: CoursePolicy })
class CourseResource extends ResourceOf(Course, {
  fields: ['title', 'status', 'fee', 'subject_id'],
  searchable: ['title'],
  sortable: ['title'],
  matchable: ['status', 'fee'],
  relations: ['subject', 'lessons', 'people'],
}) {}

@Resource({ policy: SchoolPolicy })
class LessonResource extends ResourceOf(Lesson, {
  fields: ['starts_at', 'minutes', 'course_id', 'hall_id'],
  matchable: ['starts_at'],
  relations: ['course', 'hall', 'tasks'],
}) {}

@Resource({ policy: SchoolPolicy })
class TaskResource extends ResourceOf(Task, {
  fields: ['title', 'due_on', 'lesson_id'],
  relations: ['lesson'],
}) {}

@Resource({ policy: SchoolPolicy })
class HolidayResource extends ResourceOf(Holiday, {
  fields: ['name', 'first_day', 'last_day'],
}) {}

@Resource({ policy: SchoolPolicy })
class NoticeResource extends ResourceOf(Notice, {
  fields: ['content', 'pinned', 'created_at'],
}) {}

export const schoolResources = [
  ...[PersonResource, BadgeResource, BuildingResource, HallResource, SubjectResource],
  ...[CourseResource, LessonResource, TaskResource, HolidayResource, NoticeResource],
];
