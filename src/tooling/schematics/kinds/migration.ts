import type { MakeContext } from '../workspace/make-context.js';
import { addColumnTemplate, migrationTemplate } from '../templates/migration.template.js';

/** Makes a migration, and adds it to the module of its resource. */
export function makeMigration(context: MakeContext): void {
  const { workspace, part, owner } = context;
  const modulePath = context.requireFile(owner, 'module');
  const migration = context.migrationIn(owner, part);
  const [, column] = /^add_(.+)$/.exec(part.snake) ?? [];
  workspace.create(
    context.path(owner.folder, `${migration.file}.ts`),
    column === undefined
      ? migrationTemplate(migration.class)
      : addColumnTemplate(migration.class, owner.table, column),
  );
  context.registerIn(
    modulePath,
    ['ResourceModule'],
    'migrations',
    migration.class,
    `./${migration.file}.js`,
  );
}
