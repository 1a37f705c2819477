import type { ResourceNames } from '../workspace/names.js';

/** The migration that creates the table of a new resource. */
export const createTableTemplate = ({ table }: ResourceNames, className: string): string =>
  `import { createTable, dropTable } from 'resource-api';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ${className} implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await createTable(queryRunner, '${table}', (type) => ({
      columns: {
        id: type.key,
        name: \`\${type.text(200)} not null\`,
        ...type.timestamps,
      },
    }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropTable(queryRunner, '${table}');
  }
}
`;
