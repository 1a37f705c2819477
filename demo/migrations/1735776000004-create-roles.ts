import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTable } from 'resource-api';

/** Roles and their users; links are deleted with either side. */
export class CreateRoles1735776000004 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, 'roles', (type) => ({
      columns: { id: type.key, name: `${type.text(120)} not null`, ...type.timestamps },
      uniques: [['name']],
    }));
    await createTable(queryRunner, 'role_user', (type) => ({
      columns: {
        user_id: `${type.integer} not null`,
        role_id: `${type.integer} not null`,
        policy: `${type.text(16)} null`,
        active: `${type.boolean} null`,
        granted_by: `${type.integer} null`,
      },
      primaryKey: ['user_id', 'role_id'],
      foreignKeys: {
        user_id: 'users (id) on delete cascade',
        role_id: 'roles (id) on delete cascade',
      },
      indexes: [['role_id', 'user_id']],
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTable(queryRunner, 'role_user');
    await dropTable(queryRunner, 'roles');
  }
}
