import { posix } from 'node:path';
import { importPath, type MakeContext } from '../make-context.js';
import { policySpecTemplate, policyTemplate } from '../templates/policy.template.js';

/** Makes a policy with its test, and sets it in its resource unless that has one. */
export function makePolicy(context: MakeContext): void {
  const { workspace, self, runner } = context;
  const { entity, folder, path: resource, className } = context.find(self);
  const path = posix.join(folder, `${self.file}.policy.ts`);
  const declared = `${self.class}Policy`;
  const isNew = workspace.read(path) === undefined;
  const other = isNew ? context.fileOf(declared) : undefined;
  if (other !== undefined) return workspace.update(other, workspace.read(other)!);
  const from = importPath(path, entity.path);
  workspace.create(path, policyTemplate(self, { ...entity, from }));
  const spec = path.replace(/\.ts$/, '.spec.ts');
  // A policy that exists may decide something else than the test of a new one expects.
  if (isNew || workspace.read(spec) !== undefined)
    workspace.create(spec, policySpecTemplate(self, runner));
  context.setIn(resource, ['Resource'], 'policy', declared, importPath(resource, path), className);
}
