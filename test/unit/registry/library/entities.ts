import {
  Column,
  Entity,
  Index,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  OneToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';

/** Set by an author for the pages. */
export interface Settings {
  theme: string;
}

@Entity('publishers')
export class Publisher {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('varchar')
  name!: string;

  @ManyToOne(() => Publisher, (publisher) => publisher.imprints, { nullable: true })
  owner!: Relation<Publisher> | null;

  @OneToMany(() => Publisher, (publisher) => publisher.owner)
  imprints!: Relation<Publisher>[];

  @OneToMany(() => Author, (author) => author.publisher)
  authors!: Relation<Author>[];
}

@Entity('authors')
export class Author {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar')
  name!: string;

  @Column('varchar', { length: 255, nullable: true })
  portrait_path!: string | null;

  @Column('json', { nullable: true })
  settings!: Settings | null;

  @Column('varchar')
  password!: string;

  @Column('int', { nullable: true })
  age!: number | null;

  @Column('boolean')
  retired!: boolean;

  @Column({ type: Date, name: 'joined_at', nullable: true })
  joinedAt!: Date | null;

  @Column('varchar', { name: 'publisher_id', nullable: true })
  publisherId!: string | null;

  @ManyToOne(() => Publisher, (publisher) => publisher.authors)
  @JoinColumn({ name: 'publisher_id' })
  publisher!: Relation<Publisher> | null;

  @OneToOne(() => Passport, (passport) => passport.author)
  passport!: Relation<Passport> | null;

  @OneToOne(() => Locker, (locker) => locker.author)
  locker!: Relation<Locker> | null;

  @OneToMany(() => Book, (book) => book.author)
  books!: Relation<Book>[];

  @ManyToMany(() => Award, (award) => award.authors)
  @JoinTable({
    name: 'author_award',
    joinColumn: { name: 'author_id' },
    inverseJoinColumn: { name: 'award_id' },
  })
  awards!: Relation<Award>[];

  @ManyToMany(() => Author)
  @JoinTable({
    name: 'mentors',
    joinColumn: { name: 'author_id' },
    inverseJoinColumn: { name: 'mentor_id' },
  })
  mentors!: Relation<Author>[];

  picture!: Picture | null;
  notes!: Note[];
  labels!: Label[];
  logs!: LogEntry[];

  get signature(): string {
    return `${this.name}.`;
  }
}

@Entity('passports')
export class Passport {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar')
  number!: string;

  @OneToOne(() => Author, (author) => author.passport)
  @JoinColumn({ name: 'author_id' })
  author!: Relation<Author>;
}

/** Its key column has no unique index, since TypeORM makes one only together with a foreign key. */
@Entity('lockers')
export class Locker {
  @PrimaryGeneratedColumn()
  id!: number;

  @OneToOne(() => Author, (author) => author.locker, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'author_id' })
  author!: Relation<Author>;
}

/** The same, with an index of its own. */
@Entity('desks')
@Index(['author'], { unique: true })
export class Desk {
  @PrimaryGeneratedColumn()
  id!: number;

  @OneToOne(() => DeskOwner, (owner) => owner.desk, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'author_id' })
  author!: Relation<DeskOwner>;
}

@Entity('desk_owners')
export class DeskOwner {
  @PrimaryGeneratedColumn()
  id!: number;

  @OneToOne(() => Desk, (desk) => desk.author)
  desk!: Relation<Desk> | null;
}

@Entity('books')
export class Book {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar')
  title!: string;

  @Column({ type: Date, name: 'published_at', nullable: true })
  publishedAt!: Date | null;

  @ManyToOne(() => Author, (author) => author.books)
  author!: Relation<Author>;

  notes!: Note[];
  labels!: Label[];
}

@Entity('awards')
export class Award {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar')
  name!: string;

  @ManyToMany(() => Author, (author) => author.awards)
  authors!: Relation<Author>[];
}

@Entity('author_award')
export class AuthorAward {
  @PrimaryColumn('int', { name: 'author_id' })
  authorId!: number;

  @PrimaryColumn('int', { name: 'award_id' })
  awardId!: number;

  @Column('varchar', { name: 'granted_by', nullable: true })
  grantedBy!: string | null;
}

@Entity('pictures')
export class Picture {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar')
  pictured_type!: string;

  @Column('int')
  pictured_id!: number;
}

@Entity('notes')
export class Note {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar')
  text!: string;

  @Column('varchar')
  notable_type!: string;

  @Column('int')
  notable_id!: number;
}

@Entity('labels')
export class Label {
  @PrimaryColumn('varchar')
  slug!: string;

  @Column('varchar')
  name!: string;

  authors!: Author[];
  books!: Book[];
}

@Entity('labellings')
export class Labelling {
  @PrimaryColumn('varchar')
  label_id!: string;

  @PrimaryColumn('varchar')
  labelled_type!: string;

  @PrimaryColumn('varchar')
  labelled_id!: string;

  @Column('int', { nullable: true })
  weight!: number | null;
}

/** Each of its rows needs a place. */
@Entity('pinnings')
export class Pinning {
  @PrimaryColumn('varchar')
  label_id!: string;

  @PrimaryColumn('varchar')
  pinned_type!: string;

  @PrimaryColumn('varchar')
  pinned_id!: string;

  @Column('int')
  place!: number;
}

@Entity('log_entries')
export class LogEntry {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar')
  actionable_type!: string;

  @Column('varchar')
  actionable_id!: string;
}

/** The table of the mentors, without one of its columns. */
@Entity('mentors')
export class Mentorship {
  @PrimaryColumn('int')
  author_id!: number;
}

/** A morph whose type is a number; its many-to-many has no join table. */
@Entity('stamps')
export class Stamp {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('int')
  stamped_type!: number;

  @Column('int')
  stamped_id!: number;

  @ManyToMany(() => Author)
  owners!: Relation<Author>[];
}

/** A table whose rows have two keys. */
@Entity('shelves')
export class Shelf {
  @PrimaryColumn('int')
  aisle!: number;

  @PrimaryColumn('int')
  row!: number;
}

/** Unknown to every DataSource. */
@Entity('ghosts')
export class Ghost {
  @PrimaryGeneratedColumn()
  id!: number;
}

/** Every entity that TypeORM knows in these tests. */
export const entities = [
  ...[Publisher, Author, Passport, Locker, Desk, DeskOwner, Book, Award, AuthorAward],
  ...[Picture, Note, Label, Labelling, Pinning, LogEntry, Mentorship, Stamp, Shelf],
];
