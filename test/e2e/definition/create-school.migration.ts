import { CreateTables, type Tables } from '../../support/create-tables.js';

/** The tables of the school, in the order in which they are made. */
const tables: Tables = {
  people: (type) => ({
    columns: {
      id: type.key,
      name: `${type.text(60)} not null`,
      email: `${type.text(120)} not null`,
      password: `${type.text(255)} not null`,
      is_admin: `${type.boolean} default false not null`,
      created_at: `${type.datetime} not null`,
    },
    uniques: [['email']],
    indexes: [['name', 'id']],
  }),
  badges: (type) => ({
    columns: {
      id: type.key,
      number: `${type.text(20)} not null`,
      person_id: `${type.integer} not null`,
    },
    uniques: [['person_id']],
    foreignKeys: { person_id: 'people (id) on delete restrict' },
  }),
  buildings: (type) => ({
    columns: {
      id: type.key,
      address: `${type.text(80)} not null`,
      floors: 'smallint default 1 not null',
    },
  }),
  halls: (type) => ({
    columns: {
      id: type.key,
      label: `${type.text(10)} not null`,
      seats: `${type.integer} null`,
      building_id: `${type.integer} not null`,
    },
    foreignKeys: { building_id: 'buildings (id) on delete restrict' },
    indexes: [['building_id', 'id']],
  }),
  subjects: (type) => ({
    columns: { id: type.key, title: `${type.text(40)} not null` },
    uniques: [['title']],
  }),
  courses: (type) => ({
    columns: {
      id: type.key,
      title: `${type.text(80)} not null`,
      status: `${type.text(20)} not null`,
      fee: 'decimal(6,2) not null',
      subject_id: `${type.integer} not null`,
    },
    foreignKeys: { subject_id: 'subjects (id) on delete restrict' },
    indexes: [
      ['subject_id', 'id'],
      ['title', 'id'],
      ['status', 'id'],
      ['fee', 'id'],
    ],
  }),
  course_person: (type) => ({
    columns: { course_id: `${type.integer} not null`, person_id: `${type.integer} not null` },
    primaryKey: ['course_id', 'person_id'],
    indexes: [['person_id', 'course_id']],
  }),
  lessons: (type) => ({
    columns: {
      id: type.key,
      starts_at: `${type.datetime} not null`,
      minutes: `${type.integer} not null`,
      course_id: `${type.integer} not null`,
      hall_id: `${type.integer} null`,
    },
    foreignKeys: {
      course_id: 'courses (id) on delete restrict',
      hall_id: 'halls (id) on delete restrict',
    },
    indexes: [
      ['course_id', 'id'],
      ['hall_id', 'id'],
      ['starts_at', 'id'],
    ],
  }),
  tasks: (type) => ({
    columns: {
      id: type.key,
      title: `${type.text(200)} not null`,
      due_on: 'date null',
      lesson_id: `${type.integer} not null`,
    },
    foreignKeys: { lesson_id: 'lessons (id) on delete restrict' },
    indexes: [['lesson_id', 'id']],
  }),
  holidays: (type) => ({
    columns: {
      id: type.key,
      name: `${type.text(40)} not null`,
      first_day: 'date not null',
      last_day: 'date not null',
    },
  }),
  notices: (type) => ({
    columns: {
      id: type.key,
      content: `${type.longText} not null`,
      pinned: `${type.boolean} not null`,
      created_at: `${type.datetime} not null`,
    },
  }),
};

export class CreateSchool1735700000009 extends CreateTables {
  protected readonly tables = tables;
}
