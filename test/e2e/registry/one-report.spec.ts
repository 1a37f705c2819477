import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  type MigrationInterface,
  type QueryRunner,
} from 'typeorm';
import {
  Action,
  BelongsTo,
  BelongsToMany,
  Callable,
  createApplication,
  createTable,
  Field,
  Filter,
  Forwarding,
  HasMany,
  Input,
  Resource,
  ResourceModule,
  ResourceOf,
  type ResourceClass,
} from '../../../src/index.js';
import { databaseUnderTest } from '../../support/databases.js';
import { define } from '../../unit/registry/library/define.js';

/** A class without @Entity. */
class Mood {}

@Entity('genres')
class Genre {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar') name!: string;
}

@Entity('playlists')
class Playlist {
  @Column('varchar') name!: string;
}

@Entity('artists')
@Index(['nickname'])
class Artist {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar') name!: string;
  @Column('varchar2' as never) origin!: string;
  @Column('boolean') active!: boolean;
  @Column('simple-json') settings!: object;
  @OneToMany(() => Track, (track) => track.artist) tracks: Track[] = [];
  @ManyToMany(() => Artist) rivals!: Artist[];
}

@Entity('tracks')
class Track {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar') title!: string;
  @Column('varchar') code!: string;
  @Column('varchar', { nullable: true }) label!: string | null;
  @Column('int') length!: number;
  @Column('decimal', { precision: 8, scale: 2 }) price!: string;
  @ManyToOne(() => Genre) @JoinColumn({ name: 'genre_id' }) genre!: Genre;
  @ManyToOne(() => Mood) @JoinColumn({ name: 'mood_id' }) mood!: Mood;
  @ManyToOne(() => Artist, (artist) => artist.tracks)
  @JoinColumn({ name: 'artist_id' })
  artist!: Artist;
}

@Entity('awards')
class Award {
  @PrimaryGeneratedColumn() id!: number;
}

@Entity('listeners')
class Listener {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar') name!: string;
  @Column('varchar') password!: string;
}

/** `awards` is forgotten, and so is `label`; `code` and `length` are of other types. */
class CreateMusic1735700000009 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const id = { id: 'integer primary key not null' };
    await createTable(queryRunner, 'listeners', (type) => ({
      columns: { ...id, name: `${type.text(60)} not null`, password: `${type.text(60)} not null` },
    }));
    await createTable(queryRunner, 'genres', (type) => ({
      columns: { ...id, name: `${type.text(60)} not null` },
    }));
    await createTable(queryRunner, 'playlists', (type) => ({
      columns: { name: `${type.text(60)} not null` },
    }));
    await createTable(queryRunner, 'artists', (type) => ({
      columns: {
        ...id,
        name: `${type.text(60)} not null`,
        origin: `${type.text(60)} not null`,
        active: `${type.boolean} not null`,
        settings: `${type.longText} not null`,
      },
    }));
    await createTable(queryRunner, 'tracks', (type) => ({
      columns: {
        ...id,
        title: `${type.text(60)} not null`,
        code: `${type.integer} not null`,
        length: `${type.text(60)} not null`,
        price: 'decimal(8, 2) not null',
        genre_id: `${type.integer} null`,
        mood_id: `${type.integer} null`,
        artist_id: `${type.integer} null`,
      },
    }));
  }

  async down(): Promise<void> {}
}

@Resource({})
class GenreResource extends ResourceOf(Genre) {}
const MoodResource = define('MoodResource', Mood, {}, { uriKey: 'moods' });

class TrackPolicy {
  scop() {}
  show() {}
  attachGenre() {}
}
class Unfinished {}
Action({ uriKey: 'Publish It', onlyOnIndex: true, standalone: true } as never)(Unfinished as never);
class Untold {
  condition() {}
}
class Silent {}
Filter({ value: ['required', 'intger'] } as never)(Silent as never);

const TrackResource: ResourceClass = define(
  'TrackResource',
  Track,
  {
    titel: Field(),
    title: Field({ rules: ['requird', 'max:x'], messages: { min: 'Too short.' } } as never),
    price: Field({ rules: ['between:99.99,0'] }),
    length: Field({ searchable: true, rules: ['min:9', 'max:3', 'same:nothing'] } as never),
    filter: Input({ rules: ['digits_between:8,2', 'unique:tracks,nothing'] } as never),
    genre: BelongsTo(() => GenreResource, { searchable: ['title'] } as never),
    mood: BelongsTo(() => MoodResource),
    artist: BelongsTo(() => ArtistResource, { sortable: ['origin'], columns: ['name'] } as never),
    actions: HasMany(() => ArtistResource, { relationship: 'artist' } as never),
    loudness: Forwarding(),
    summary: Callable({ needs: ['titles'] } as never),
  },
  {
    uriKey: 'tracks',
    policy: TrackPolicy,
    actions: [Unfinished],
    filters: [Untold, Silent],
    perPage: 0,
  },
);
const ArtistResource: ResourceClass = define(
  'ArtistResource',
  Artist,
  {
    name: Field({ matchable: 'number' } as never),
    sort: Field({ property: 'name', matchable: 'text' } as never),
    settings: Field({ sortable: true }),
    rivals: BelongsToMany(() => ArtistResource, { withPivot: ['since'] } as never),
  },
  { uriKey: 'metrics', logget: true } as never,
);
Object.assign(ArtistResource.prototype, { albums() {} });
const PlaylistResource = define('PlaylistResource', Playlist, {}, { uriKey: 'play lists' });
const AwardResource = define('AwardResource', Award, {}, { uriKey: 'tracks' });
class Unserved extends ResourceOf(Award) {}

/**
 * What the report has to contain: the place, and the fault with its remedy. Each string is the
 * beginning of a line.
 */
const planted: readonly (readonly [place: string, text: string])[] = [
  // named by modules and options
  ['authentication.user.identifier', 'Listener has no column "nam": write "name"'],
  [
    'logs.repository',
    'the option names Unserved, which no module registers; add it to `resources` of a @ResourceModule',
  ],
  [
    'TrackResource.genre',
    'tracks.genre leads to GenreResource, which no module registers; add it to `resources` of a @ResourceModule',
  ],
  // refused by TypeORM
  [
    'TrackResource.mood',
    'Track.mood leads to Mood, which is not an entity: write @Entity() above the class Mood',
  ],
  ['ArtistResource', 'TypeORM does not accept the @Index: '],
  ['PlaylistResource', 'the entity has no key column: write @PrimaryGeneratedColumn() id'],
  [
    'ArtistResource.origin',
    'the database has no column type varchar2: write a type that it has, such as ',
  ],
  ['ArtistResource.tracks', 'the relation starts as an array; remove the initial value of tracks'],
  ['MoodResource', 'TypeORM does not know the entity Mood'],
  // resources and their members
  [
    'ArtistResource',
    'the key "metrics" is reserved; reserved are profile, login, logout, tokens, health, docs, storage',
  ],
  ['AwardResource', 'the key "tracks" is already used by TrackResource'],
  ['PlaylistResource', 'the key "play lists" cannot be part of a URL'],
  ['ArtistResource', '@Resource has no option "logget": write "logged"'],
  ['ArtistResource.sort', '"name" is a field of the same column'],
  [
    'ArtistResource.albums',
    'the member "albums" has no decorator, so it is not part of the API: write @Callable() albums',
  ],
  ['TrackResource.titel', 'the entity has no column "titel": write "title"'],
  ['TrackResource', 'perPage is 0'],
  [
    'TrackResource.actions',
    'the key "actions" is reserved; reserved are actions, filters, attach, sync, detach, bulk',
  ],
  ['TrackResource.loudness', 'the entity has no column, getter or relationship "loudness"'],
  ['TrackResource.summary', 'the callable is not a method'],
  ['TrackResource.summary', 'needs names "titles"'],
  // rules
  ['TrackResource.title', 'there is no rule "requird": write "required"'],
  [
    'TrackResource.title',
    'the rule "max:x" has a wrong parameter: "max" takes a number, such as 10: write max:10',
  ],
  ['TrackResource.title', 'there is a message for "min"'],
  ['TrackResource.price', 'the lower bound is above the upper: write between:0,99.99'],
  [
    'TrackResource.length',
    'the lower bound is above the upper in "min:9" and "max:3": write min:3 and max:9',
  ],
  ['TrackResource.length', 'the rule "same:nothing" names "nothing"'],
  ['TrackResource.filter', 'the lower bound is above the upper: write digits_between:2,8'],
  ['TrackResource.filter', 'the rule "unique:tracks,nothing" names "nothing"'],
  // queries
  ['TrackResource.length', 'only text can be searched, but the column is integer'],
  ['ArtistResource.name', 'the column is text, which is not matched as number'],
  [
    'ArtistResource.sort',
    'the name "sort" is reserved, so no field can be matched by it; reserved are include, related',
  ],
  ['ArtistResource.settings', 'the column is json, which has no order'],
  // relations
  ['TrackResource.artist', 'sortable names "origin"'],
  ['TrackResource.artist', 'BelongsTo has no option "columns"'],
  ['TrackResource.actions', '"artist" is many-to-one on the entity, not HasMany: write @BelongsTo'],
  [
    'ArtistResource.rivals',
    'neither side of "rivals" has a join table: write @JoinTable() on one of them',
  ],
  // policies, actions and filters
  ['TrackResource.scop', 'TrackPolicy has "scop"'],
  ['TrackResource.show', 'TrackPolicy has "show" without "scope"'],
  ['TrackResource.attachGenre', 'TrackPolicy has "attachGenre"'],
  ['TrackResource.Unfinished', 'the action has no handler'],
  ['TrackResource.Unfinished', 'the uriKey "Publish It" has characters other than a-z, 0-9'],
  ['TrackResource.Unfinished', 'onlyOnIndex and standalone exclude each other'],
  ['TrackResource.Untold', 'the filter is listed without its decorator'],
  ['TrackResource.Silent', 'the filter has no method "condition": write condition(request, value)'],
  ['TrackResource.Silent', 'value: there is no rule "intger": write "integer"'],
  // the database
  ['AwardResource', 'the database has no table awards; run the migration that creates it'],
  ['TrackResource.label', 'the table tracks has no column label; run the migration that adds it'],
  ['TrackResource.length', 'the entity declares length as int, but the column tracks.length is '],
  ['TrackResource.code', 'the entity declares code as varchar, but the column tracks.code is '],
];

describe('One report of all faults (C9)', () => {
  let report: readonly string[];
  beforeAll(async () => {
    const place = await databaseUnderTest();
    class MusicModule {}
    ResourceModule({
      resources: [TrackResource, ArtistResource, PlaylistResource, AwardResource, MoodResource],
      entities: [Listener],
      migrations: [CreateMusic1735700000009],
    })(MusicModule);
    const app = await createApplication<Listener>({
      modules: [MusicModule],
      options: {
        database: { url: place.url },
        authentication: {
          user: { entity: Listener, identifier: 'nam' as never, password: 'password' },
        },
        logs: { repository: Unserved },
        logLevel: 'silent',
      },
    });
    const message = await app.init().then(
      () => '',
      (error: Error) => error.message,
    );
    report = message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
    await app.close();
    await place.dispose();
  });

  it.each(planted)('contains the fault of %s: %s', (place, message) => {
    expect(report).toContainEqual(expect.stringContaining(`${place}: ${message}`));
  });

  it('contains nothing else, and no stack trace', () => {
    const isPlanted = (line: string) =>
      planted.some(([place, text]) => line.startsWith(`${place}: ${text}`));
    expect(report.filter((line) => !isPlanted(line))).toEqual([]);
    expect(report.length).toBeGreaterThan(40);
  });
});
