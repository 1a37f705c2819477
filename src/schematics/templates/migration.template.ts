import type { MigrationNames } from '../make-context.js';

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

/** What the test of a migration imports. */
interface SpecParts {
  readonly migration: MigrationNames;
  readonly deployment: string;
  readonly runner: string;
}

/**
 * The test of a new migration.
 *
 * @param added the column that it adds; `null` if its statements are written by hand
 */
export const migrationSpecTemplate = (
  { migration, deployment, runner }: SpecParts,
  added: { readonly table: string; readonly column: string } | null,
): string => {
  const found = `await queryRunner.hasColumn('${added?.table}', '${added?.column}')`;
  const body = added
    ? `await migration.down(queryRunner);
    expect(${found}).toBe(false);
    await migration.up(queryRunner);
    expect(${found}).toBe(true);`
    : `await expect(migration.down(queryRunner)).resolves.toBeUndefined();
    await expect(migration.up(queryRunner)).resolves.toBeUndefined();`;
  return `import { readEnvironment } from 'resource-api';
import { createTestApplication, type TestApplication } from 'resource-api/testing';
import { afterAll, beforeAll, describe, expect, it } from '${runner}';
import { deployment } from '${deployment}';
import { ${migration.class} } from './${migration.file}.js';

let test: TestApplication;

/** The start runs all migrations. */
beforeAll(async () => {
  const { modules, options } = deployment(readEnvironment({}));
  const { authentication } = options;
  test = await createTestApplication({ modules, options: { authentication } });
});
afterAll(() => test.close());

describe('The migration ${migration.file.replace(/^\d+-/, '')}', () => {
  it('is reverted, and runs again', async () => {
    const queryRunner = test.dataSource.createQueryRunner();
    const migration = new ${migration.class}();
    ${body}
    await queryRunner.release();
  });
});
`;
};
