import { posix } from 'node:path';
import { importPath, type MakeContext } from '../make-context.js';
import {
  addColumnTemplate,
  migrationSpecTemplate,
  migrationTemplate,
} from '../templates/migration.template.js';

/** Makes a migration with its test, and adds it to the module of its resource. */
export function makeMigration(context: MakeContext): void {
  const { workspace, part, owner, runner } = context;
  const modulePath = context.moduleOf(owner);
  const migration = context.migrationIn(owner.folder, part);
  const path = posix.join(owner.folder, `${migration.file}.ts`);
  const spec = path.replace(/\.ts$/, '.spec.ts');
  const [, column] = /^add_(.+)$/.exec(part.snake) ?? [];
  const { table } = owner.entity;
  const deployment = importPath(spec, context.path('deployment.ts'));
  workspace.create(
    path,
    column === undefined
      ? migrationTemplate(migration.class)
      : addColumnTemplate(migration.class, table, column),
  );
  workspace.create(
    spec,
    migrationSpecTemplate(
      { migration, deployment, runner },
      column === undefined ? null : { table, column },
    ),
  );
  context.registerIn(
    modulePath,
    ['ResourceModule'],
    'migrations',
    migration.class,
    importPath(modulePath, path),
  );
}
