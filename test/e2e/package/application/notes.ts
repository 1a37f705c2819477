import { Injectable } from '@nestjs/common';
import {
  createTable,
  dropTable,
  Field,
  Resource,
  ResourceModule,
  ResourceOf,
  where,
  type Policy,
  type Scope,
} from 'resource-api';
import {
  Column,
  Entity,
  PrimaryGeneratedColumn,
  type MigrationInterface,
  type QueryRunner,
} from 'typeorm';

@Entity('accounts')
export class Account {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 190 })
  email!: string;

  @Column('varchar', { length: 255 })
  password!: string;
}

@Entity('notes')
export class Note {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 200 })
  text!: string;

  @Column('int')
  account_id!: number;
}

class CreateNotes1735776000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, 'accounts', (type) => ({
      columns: {
        id: type.key,
        email: `${type.text(190)} not null`,
        password: `${type.text(255)} not null`,
      },
      uniques: [['email']],
    }));
    await createTable(queryRunner, 'notes', (type) => ({
      columns: {
        id: type.key,
        text: `${type.text(200)} not null`,
        account_id: `${type.integer} not null`,
      },
      foreignKeys: { account_id: 'accounts (id) on delete cascade' },
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTable(queryRunner, 'notes');
    await dropTable(queryRunner, 'accounts');
  }
}

/** Accounts read and change their own notes. */
@Injectable()
class NotePolicy implements Policy<Note> {
  readonly needs = ['account_id'] as const;

  scope(user: Account): Scope<Note> {
    return where({ account_id: user.id });
  }

  index(): boolean {
    return true;
  }

  store(): boolean {
    return true;
  }

  update(user: Account, note: Note): boolean {
    return note.account_id === user.id;
  }
}

@Resource({ policy: NotePolicy })
class NoteResource extends ResourceOf(Note) {
  @Field({ rules: ['required', 'string', 'max:200'] })
  text!: string;

  @Field({ rules: ['required', 'integer'] })
  account_id!: number;
}

@ResourceModule({
  resources: [NoteResource],
  entities: [Account],
  migrations: [CreateNotes1735776000001],
})
export class NotesModule {}
