/** A migration that adds a column to a table. */
export const addColumnTemplate = (className: string, table: string, column: string): string =>
  `import { addColumn, dropColumn } from 'resource-api';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ${className} implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await addColumn(queryRunner, '${table}', '${column}', (type) => \`\${type.text(200)} null\`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await dropColumn(queryRunner, '${table}', '${column}');
  }
}
`;

/** A migration whose statements are written by hand. */
export const migrationTemplate = (className: string): string =>
  `import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ${className} implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // Replace this statement, and the one that reverts it.
    await queryRunner.query('select 1');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('select 1');
  }
}
`;
