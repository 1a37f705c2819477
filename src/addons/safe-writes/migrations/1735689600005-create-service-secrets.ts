import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTable } from '../../../database/migrations/create-table.js';
import { createOwnTable, ownTableOf } from '../../../database/migrations/own-tables.js';

/** The secrets that the service generates. The first start stores them. @contract C13.1 */
export class CreateServiceSecrets1735689600005 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createOwnTable(queryRunner, 'service_secrets', (type) => ({
      columns: {
        name: `${type.text(64)} not null primary key`,
        secret: `${type.text(64)} not null`,
      },
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTable(queryRunner, ownTableOf(queryRunner, 'service_secrets'));
  }
}
