import { Field, hashPassword, Resource, ResourceOf } from '../../../src/index.js';
import * as school from './entities.js';
import { CoursePolicy, PersonPolicy, SchoolPolicy } from './policies.js';

@Resource({ policy: PersonPolicy })
export class PersonResource extends ResourceOf(school.Person, {
  fields: ['name', 'email', 'created_at'],
  sortable: ['name'],
  relations: ['badge', 'courses'],
}) {
  @Field({ storingRules: ['required'], writeOnly: true, transform: hashPassword })
  password!: string;
}

@Resource({ policy: SchoolPolicy })
export class BadgeResource extends ResourceOf(school.Badge, {
  fields: ['number', 'person_id'],
  relations: ['person'],
}) {}

@Resource({ policy: SchoolPolicy })
export class BuildingResource extends ResourceOf(school.Building, {
  fields: ['address', 'floors'],
  relations: ['halls'],
}) {}

@Resource({ policy: SchoolPolicy })
export class HallResource extends ResourceOf(school.Hall, {
  fields: ['label', 'seats', 'building_id'],
  relations: ['building', 'lessons'],
}) {}

@Resource({ policy: SchoolPolicy })
export class SubjectResource extends ResourceOf(school.Subject, {
  fields: ['title'],
  relations: ['courses'],
}) {}

@Resource({ policy: CoursePolicy })
export class CourseResource extends ResourceOf(school.Course, {
  fields: ['title', 'status', 'fee', 'subject_id'],
  searchable: ['title'],
  sortable: ['title'],
  matchable: ['status', 'fee'],
  relations: ['subject', 'lessons', 'people'],
}) {}

@Resource({ policy: SchoolPolicy })
export class LessonResource extends ResourceOf(school.Lesson, {
  fields: ['starts_at', 'minutes', 'course_id', 'hall_id'],
  matchable: ['starts_at'],
  relations: ['course', 'hall', 'tasks'],
}) {}

@Resource({ policy: SchoolPolicy })
export class TaskResource extends ResourceOf(school.Task, {
  fields: ['title', 'due_on', 'lesson_id'],
  relations: ['lesson'],
}) {}

@Resource({ policy: SchoolPolicy })
export class HolidayResource extends ResourceOf(school.Holiday, {
  fields: ['name', 'first_day', 'last_day'],
}) {}

@Resource({ policy: SchoolPolicy })
export class NoticeResource extends ResourceOf(school.Notice, {
  fields: ['content', 'pinned', 'created_at'],
}) {}

export const schoolResources = [
  ...[PersonResource, BadgeResource, BuildingResource, HallResource, SubjectResource],
  ...[CourseResource, LessonResource, TaskResource, HolidayResource, NoticeResource],
];
