import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  Column,
  CreateDateColumn,
  DeleteDateColumn,
  Entity,
  PrimaryGeneratedColumn,
} from 'typeorm';
import { createTable, dropTable } from '../../../src/database/migrations/create-table.js';

/** The smallest users for tests of authentication. */
@Entity('accounts')
export class Account {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 190, unique: true })
  email!: string;

  @Column('varchar', { length: 120 })
  name!: string;

  @Column('varchar', { length: 190, nullable: true })
  password!: string | null;

  @Column({ type: Date, precision: 3, nullable: true })
  suspended_at!: Date | null;

  @Column({ type: Boolean, default: false })
  is_admin!: boolean;

  @Column('json', { nullable: true })
  preferences!: { readonly theme: string } | null;

  @CreateDateColumn({ precision: 3 })
  created_at!: Date;

  @DeleteDateColumn({ precision: 3 })
  deleted_at!: Date | null;

  /** A fact, set by authentication. */
  is_famous?: boolean;

  get greeting(): string {
    return `Hello, ${this.name}`;
  }
}

export class CreateAccounts1735689700001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, 'accounts', (type) => ({
      columns: {
        id: type.key,
        email: `${type.text(190)} not null`,
        name: `${type.text(120)} not null`,
        password: `${type.text(190)} null`,
        suspended_at: `${type.datetime} null`,
        is_admin: `${type.boolean} default false not null`,
        preferences: `${type.json} null`,
        created_at: `${type.datetime} default ${type.now} not null`,
        deleted_at: `${type.datetime} null`,
      },
      uniques: [['email']],
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTable(queryRunner, 'accounts');
  }
}
