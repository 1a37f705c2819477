import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTable, dropTable } from 'resource-api';

/** Companies and their partnerships; each pair has a row in each direction. */
export class CreateCompanies1735776000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, 'companies', (type) => ({
      columns: {
        id: type.uuidKey,
        name: `${type.text(160)} not null`,
        country: `${type.text(2)} null`,
        logo: `${type.text(255)} null`,
        ...type.timestamps,
      },
      uniques: [['name']],
      indexes: [['country']],
    }));
    await createTable(queryRunner, 'company_partners', (type) => ({
      columns: { company_id: `${type.uuid} not null`, partner_id: `${type.uuid} not null` },
      primaryKey: ['company_id', 'partner_id'],
      foreignKeys: {
        company_id: 'companies (id) on delete cascade',
        partner_id: 'companies (id) on delete cascade',
      },
      indexes: [['partner_id', 'company_id']],
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTable(queryRunner, 'company_partners');
    await dropTable(queryRunner, 'companies');
  }
}
