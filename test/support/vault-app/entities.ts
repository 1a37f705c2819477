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
  type MigrationInterface,
  type QueryRunner,
  type Relation,
} from 'typeorm';
import { createTable, dropTable } from '../../../src/index.js';

@Entity('keepers')
export class Keeper {
  @PrimaryColumn('int') id!: number;
  @Column('varchar') name!: string;
  @Column('varchar', { nullable: true }) password!: string | null;
  @Column('boolean', { name: 'is_admin' }) isAdmin!: boolean;
}

@Entity('folders')
export class Folder {
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

/** Secret ones are for admins. */
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
export class Label {
  @PrimaryGeneratedColumn() id!: number;
  @Column('int', { name: 'note_id', nullable: true }) noteId!: number | null;
  @ManyToOne(() => Note, (note) => note.labels)
  @JoinColumn({ name: 'note_id' })
  note!: Relation<Note> | null;
}

@Entity('drawers')
export class Drawer {
  @PrimaryColumn('int') id!: number;
  @Column('varchar') title!: string;
}

type Tables = Parameters<typeof createTable>[2];
const tables: Readonly<Record<string, Tables>> = {
  keepers: (type) => ({
    columns: {
      id: 'integer primary key not null',
      name: `${type.text(60)} not null`,
      password: `${type.text(60)} null`,
      is_admin: `${type.boolean} not null`,
    },
  }),
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

export class CreateVault1735700000009 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [name, define] of Object.entries(tables))
      await createTable(queryRunner, name, define);
  }
  async down(queryRunner: QueryRunner): Promise<void> {
    for (const name of Object.keys(tables).reverse()) await dropTable(queryRunner, name);
  }
}
