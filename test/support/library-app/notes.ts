import { Injectable } from '@nestjs/common';
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
  type Relation,
} from 'typeorm';
import {
  Action,
  BelongsTo,
  BelongsToMany,
  everything,
  Field,
  HasMany,
  Resource,
  ResourceOf,
  type ActionRequest,
  type Policy,
  type Related,
  type Scope,
} from '../../../src/index.js';
import { OpenPolicy } from '../open-policy.js';
import type { Patron } from './entities.js';
import { LibraryApp, type Section, type Setup } from './library-app.js';
import { continueKeys, insert } from './seed.js';
import { CreateTables, type Tables } from '../create-tables.js';

@Entity('folders')
class Folder {
  @PrimaryColumn('int') id!: number;
  @Column('varchar') title!: string;
  @OneToMany(() => Note, (note) => note.folder) notes!: Relation<Note>[];
  @ManyToMany(() => Note, (note) => note.pinned)
  @JoinTable({
    name: 'pins',
    joinColumn: { name: 'folder_id' },
    inverseJoinColumn: { name: 'note_id' },
  })
  pins!: Relation<Note>[];
}

/** Secret ones are for librarians. */
@Entity('notes')
export class Note {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar') text!: string;
  @Column('int', { nullable: true }) grade!: number | null;
  @Column('boolean') secret!: boolean;
  @Column('int', { name: 'folder_id' }) folderId!: number;
  @ManyToOne(() => Folder, (folder) => folder.notes)
  @JoinColumn({ name: 'folder_id' })
  folder!: Relation<Folder>;
  @OneToMany(() => Label, (label) => label.note) labels!: Relation<Label>[];
  @ManyToMany(() => Folder, (folder) => folder.pins) pinned!: Relation<Folder>[];
}

@Entity('labels')
class Label {
  @PrimaryGeneratedColumn() id!: number;
  @Column('int', { name: 'note_id', nullable: true }) noteId!: number | null;
  @ManyToOne(() => Note, (note) => note.labels)
  @JoinColumn({ name: 'note_id' })
  note!: Relation<Note> | null;
}

@Entity('drawers')
class Drawer {
  @PrimaryColumn('int') id!: number;
  @Column('varchar') title!: string;
}

const tables: Tables = {
  folders: (type) => ({
    columns: { id: 'integer primary key not null', title: `${type.text(60)} not null` },
  }),
  drawers: (type) => ({
    columns: { id: 'integer primary key not null', title: `${type.text(60)} not null` },
  }),
  notes: (type) => ({
    columns: {
      id: type.key,
      text: `${type.text(60)} not null`,
      grade: `${type.integer} null`,
      secret: `${type.boolean} not null`,
      folder_id: `${type.integer} not null`,
    },
    foreignKeys: { folder_id: 'folders (id)' },
  }),
  labels: (type) => ({
    columns: { id: type.key, note_id: `${type.integer} null` },
    foreignKeys: { note_id: 'notes (id)' },
  }),
  pins: (type) => ({
    columns: { folder_id: `${type.integer} not null`, note_id: `${type.integer} not null` },
    primaryKey: ['folder_id', 'note_id'],
    foreignKeys: { folder_id: 'folders (id)', note_id: 'notes (id)' },
  }),
};

class CreateNotes1735700000009 extends CreateTables {
  protected readonly tables = tables;
}

/** The notes that `show` was called for. */
@Injectable()
export class ShowCalls {
  private notes: number[] = [];

  note(id: number): void {
    this.notes.push(id);
  }
  take(): readonly number[] {
    return this.notes.splice(0);
  }
}

@Injectable()
export class FolderPolicy extends OpenPolicy implements Policy<Folder, Patron> {
  attachPins() {
    return true;
  }
  detachPins() {
    return true;
  }
  syncPins() {
    return true;
  }
}

/** Decides per note. */
@Injectable()
export class NotePolicy implements Policy<Note, Patron> {
  readonly needs = ['secret'] as const;

  constructor(private readonly calls: ShowCalls) {}

  scope(): Scope<Note> {
    return everything();
  }
  index() {
    return true;
  }
  store() {
    return true;
  }
  async show(user: Patron, note: Note): Promise<boolean> {
    this.calls.note(note.id);
    await Promise.resolve();
    return user.isLibrarian || !note.secret;
  }
  update() {
    return true;
  }
  delete() {
    return true;
  }
}

/** Only librarians see records. The method decides on all of them at once. */
@Injectable()
export class ShownToLibrariansPolicy implements Policy<Drawer, Patron> {
  scope(): Scope<Drawer> {
    return everything();
  }
  index() {
    return true;
  }
  show(user: Patron) {
    return user.isLibrarian;
  }
}

/** Returns its records, in chunks of three if it runs over all notes. */
@Action({ chunkCount: 3 })
export class NameNotes {
  handle(_request: ActionRequest, notes: Note[]) {
    return { notes: notes.map(({ id }) => id) };
  }
}

@Action({})
export class NameDrawers {
  handle(_request: ActionRequest, drawers: Drawer[]) {
    return { drawers: drawers.map(({ id }) => id) };
  }
}

@Action({ standalone: true })
export class PingNotes {
  handle() {
    return { done: true };
  }
}

@Resource({ policy: FolderPolicy })
export class FolderResource extends ResourceOf(Folder) {
  @Field() title!: string;
  @HasMany() notes!: Related;
  @BelongsToMany(() => NoteResource) pins!: Related;
}

@Resource({ policy: ShownToLibrariansPolicy, actions: [NameDrawers] })
export class DrawerResource extends ResourceOf(Drawer) {
  @Field() title!: string;
}

@Resource({ policy: NotePolicy, perPage: 4, actions: [NameNotes, PingNotes], tools: true })
export class NoteResource extends ResourceOf(Note) {
  @Field({ searchable: true, sortable: true, matchable: 'text' }) text!: string;
  @Field({ sortable: true }) grade!: number | null;
  @Field() secret!: boolean;
  @Field() folder_id!: number;
  @BelongsTo({ sortable: ['title'] }) folder!: Related;
  @HasMany() labels!: Related;
}

@Resource({ policy: OpenPolicy })
export class LabelResource extends ResourceOf(Label) {
  @Field({ sortable: true }) note_id!: number | null;
  @BelongsTo({ sortable: ['text'], searchable: ['text'] }) note!: Related;
}

const section: Section = {
  resources: [FolderResource, NoteResource, LabelResource, DrawerResource],
  migration: CreateNotes1735700000009,
  providers: [ShowCalls],
};

/** Starts the library with notes, whose secret ones `show` hides from readers. */
export async function startNotes(setup: Omit<Setup, 'sections'> = {}): Promise<LibraryApp> {
  const library = await LibraryApp.start({ ...setup, sections: [section] });
  await insert(library.database, 'drawers', { id: 1, title: 'Drawer 1' });
  return library;
}

/** The values that a test sets for a note; by default it has the folder 1 and is not secret. */
export type NoteRow = Readonly<{ id: number } & Record<string, unknown>>;

/** Two folders, and these notes, which replace all others. */
export async function fillNotes(
  { database }: LibraryApp,
  notes: readonly NoteRow[],
  labels: readonly NoteRow[] = [],
  pins: readonly object[] = [],
): Promise<void> {
  for (const table of ['pins', 'labels', 'notes', 'folders'])
    await database.write(`delete from ${table}`);
  for (const id of [1, 2]) await insert(database, 'folders', { id, title: `Folder ${id}` });
  for (const note of notes)
    await insert(database, 'notes', {
      text: `Note ${note.id}`,
      grade: null,
      secret: false,
      folder_id: 1,
      ...note,
    });
  for (const label of labels) await insert(database, 'labels', { ...label });
  for (const pin of pins) await insert(database, 'pins', { ...pin });
  await continueKeys(database, ['notes', 'labels'], 5000);
}
