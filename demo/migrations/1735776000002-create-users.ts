import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTable } from 'resource-api';

/** Users; a company that has users cannot be deleted. */
export class CreateUsers1735776000002 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, 'users', (type) => ({
      columns: {
        id: type.key,
        name: `${type.text(120)} not null`,
        email: `${type.text(190)} not null`,
        age: `${type.integer} null`,
        avatar: `${type.text(255)} null`,
        preferences: `${type.json} null`,
        company_id: `${type.uuid} null`,
        password: `${type.text(255)} not null`,
        suspended_at: `${type.datetime} null`,
        is_admin: `${type.boolean} default false not null`,
        ...type.timestamps,
      },
      foreignKeys: { company_id: 'companies (id) on delete restrict' },
      uniques: [['email']],
      indexes: [['name'], ['age'], ['created_at'], ['company_id', 'id']],
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTable(queryRunner, 'users');
  }
}
