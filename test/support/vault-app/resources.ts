import { Injectable } from '@nestjs/common';
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
import { Folder, Keeper, Label, Note, Drawer } from './entities.js';
import { OpenPolicy } from '../open-policy.js';

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
export class FolderPolicy extends OpenPolicy implements Policy<Folder, Keeper> {
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
export class NotePolicy implements Policy<Note, Keeper> {
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
  async show(user: Keeper, note: Note): Promise<boolean> {
    this.calls.note(note.id);
    await Promise.resolve();
    return user.isAdmin || !note.secret;
  }
  update() {
    return true;
  }
  delete() {
    return true;
  }
}

/** Decides on all records at once. */
@Injectable()
export class AdminsPolicy implements Policy<Drawer, Keeper> {
  scope(): Scope<Drawer> {
    return everything();
  }
  index() {
    return true;
  }
  show(user: Keeper) {
    return user.isAdmin;
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

@Resource({ policy: OpenPolicy })
export class KeeperResource extends ResourceOf(Keeper) {
  @Field() name!: string;
}

@Resource({ policy: FolderPolicy })
export class FolderResource extends ResourceOf(Folder) {
  @Field() title!: string;
  @HasMany() notes!: Related;
  @BelongsToMany(() => NoteResource) pins!: Related;
}

@Resource({ policy: AdminsPolicy, actions: [NameDrawers] })
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

export const vaultResources = [
  KeeperResource,
  FolderResource,
  NoteResource,
  LabelResource,
  DrawerResource,
];
