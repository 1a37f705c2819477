import type { MakeContext } from '../workspace/make-context.js';
import { namesOf } from '../workspace/names.js';
import { createTableTemplate } from '../templates/create-table.template.js';
import { entityTemplate } from '../templates/entity.template.js';
import { moduleTemplate } from '../templates/module.template.js';
import { policyTemplate } from '../templates/policy.template.js';
import { resourceSpecTemplate } from '../templates/resource-spec.template.js';
import { resourceTemplate } from '../templates/resource.template.js';

/** Makes an entity, resource, policy, migration, module and test. */
export function makeResource(makeContext: MakeContext): void {
  const { workspace, self, runner } = makeContext;
  const migration = makeContext.migrationIn(self, namesOf(`create-${self.folder}`));
  const modulePath = makeContext.pathOf(self, 'module');
  workspace.create(makeContext.pathOf(self, 'entity'), entityTemplate(self));
  workspace.create(makeContext.pathOf(self, 'policy'), policyTemplate(self));
  workspace.create(makeContext.pathOf(self, 'resource'), resourceTemplate(self));
  workspace.create(
    makeContext.path(self.folder, `${migration.file}.ts`),
    createTableTemplate(self, migration.class),
  );
  workspace.create(modulePath, moduleTemplate(self, migration));
  workspace.create(makeContext.pathOf(self, 'spec'), resourceSpecTemplate(self, runner));
  makeContext.registerModule(`${self.class}Module`, modulePath);
}
