import { CreateTables, type Tables } from '../create-tables.js';

const key = 'integer primary key not null';

/** The tables of the club, in the order of their creation. */
const tables: Tables = {
  players: (type) => ({
    columns: {
      id: key,
      name: `${type.text(60)} not null`,
      password: `${type.text(120)} null`,
      is_trainer: `${type.boolean} not null`,
    },
  }),
  clubs: (type) => ({
    columns: {
      id: `${type.uuid} primary key not null`,
      name: `${type.text(60)} not null`,
      secret: `${type.boolean} not null`,
    },
  }),
  courses: (type) => ({
    columns: { id: 'bigint primary key not null', title: `${type.text(60)} not null` },
  }),
  badges: (type) => ({
    columns: { slug: `${type.text(40)} primary key not null`, label: `${type.text(60)} not null` },
  }),
  memberships: (type) => ({
    columns: {
      player_id: `${type.integer} not null`,
      club_id: `${type.uuid} not null`,
      position: `${type.text(20)} null`,
      fee: 'decimal(8,2) null',
      active: `${type.boolean} null`,
      since: `${type.datetime} null`,
      number: 'bigint null',
      kit: `${type.longText} null`,
      remark: `${type.text(40)} null`,
      created_at: `${type.datetime} not null`,
      updated_at: `${type.datetime} not null`,
      version: `${type.integer} not null`,
    },
    primaryKey: ['player_id', 'club_id'],
    foreignKeys: {
      player_id: 'players (id) on delete cascade',
      club_id: 'clubs (id) on delete cascade',
    },
    indexes: [['club_id', 'player_id']],
  }),
  enrolments: (type) => ({
    columns: {
      id: type.uuidKey,
      player_id: `${type.integer} not null`,
      course_id: 'bigint not null',
      seat: `${type.integer} not null`,
    },
    indexes: [
      ['player_id', 'course_id'],
      ['course_id', 'player_id'],
    ],
  }),
  friendships: (type) => ({
    columns: { player_id: `${type.integer} not null`, friend_id: `${type.integer} not null` },
    primaryKey: ['player_id', 'friend_id'],
  }),
  awards: (type) => ({
    columns: {
      badge_id: `${type.text(40)} not null`,
      awarded_type: `${type.text(40)} not null`,
      awarded_id: `${type.text(40)} not null`,
      place: `${type.integer} null`,
    },
    primaryKey: ['badge_id', 'awarded_type', 'awarded_id'],
  }),
};

export class CreateClub1735700000001 extends CreateTables {
  protected readonly tables = tables;
}
