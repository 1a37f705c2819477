import type { MakeContext } from '../workspace/make-context.js';
import { addColumnTemplate, migrationTemplate } from '../templates/migration.template.js';

/** Makes a migration, and adds it to the module of its resource. */
export function makeMigration(makeContext: MakeContext): void {
  const { workspace, part, owner } = makeContext;
  const modulePath = makeContext.requireFile(owner, 'module');
  const migration = makeContext.migrationIn(owner, part);
  const [, column] = /^add_(.+)$/.exec(part.snake) ?? [];
  workspace.create(
    makeContext.path(owner.folder, `${migration.file}.ts`),
    column === undefined
      ? migrationTemplate(migration.class)
      : addColumnTemplate(migration.class, owner.table, column),
  );
  makeContext.registerIn(
    modulePath,
    ['ResourceModule'],
    'migrations',
    migration.class,
    `./${migration.file}.js`,
  );
}
