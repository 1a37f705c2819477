import type { MakeContext } from '../workspace/make-context.js';
import { namesOf } from '../workspace/names.js';
import { createTableTemplate } from '../templates/create-table.template.js';
import { entityTemplate } from '../templates/entity.template.js';
import { moduleTemplate } from '../templates/module.template.js';
import { policyTemplate } from '../templates/policy.template.js';
import { resourceSpecTemplate } from '../templates/resource-spec.template.js';
import { resourceTemplate } from '../templates/resource.template.js';

/** Makes an entity, resource, policy, migration, module and test. */
export function makeResource(context: MakeContext): void {
  const { workspace, self, runner } = context;
  const migration = context.migrationIn(self, namesOf(`create-${self.folder}`));
  const modulePath = context.pathOf(self, 'module');
  workspace.create(context.pathOf(self, 'entity'), entityTemplate(self));
  workspace.create(context.pathOf(self, 'policy'), policyTemplate(self));
  workspace.create(context.pathOf(self, 'resource'), resourceTemplate(self));
  workspace.create(
    context.path(self.folder, `${migration.file}.ts`),
    createTableTemplate(self, migration.class),
  );
  workspace.create(modulePath, moduleTemplate(self, migration));
  workspace.create(context.pathOf(self, 'spec'), resourceSpecTemplate(self, runner));
  context.registerModule(`${self.class}Module`, modulePath);
}
