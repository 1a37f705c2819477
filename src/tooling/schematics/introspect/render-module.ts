import type { Layout } from './layout.js';
import type { EntityModel } from './model.js';
import { pivotColumns } from './render-resource.js';
import type { SourcePart } from './source-part.js';

/**
 * Returns the module of some resources: of one, or of all in a file. It also registers the entities
 * of join tables that no relation names.
 */
export function renderModule(
  className: string,
  entities: readonly EntityModel[],
  layout: Layout,
): SourcePart {
  const pivots = entities
    .flatMap(({ relations }) => relations)
    .filter((relation) => relation.joinTable && pivotColumns(relation).length === 0)
    .flatMap(({ pivot }) => pivot ?? [])
    .map((pivot) => ({ name: pivot.names.class, from: layout.entity(pivot) }));
  const [entity, ...others] = entities as readonly [EntityModel, ...EntityModel[]];
  const from = layout.resource(entity);
  const name = `${entity.names.class}Resource`;
  const [names, list] =
    others.length === 0
      ? [[{ name, from }], `[${name}]`]
      : [[{ name: '* as resources', from }], 'Object.values(resources)'];
  const members = [
    `resources: ${list}`,
    ...(pivots.length > 0 ? [`entities: [${pivots.map((each) => each.name).join(', ')}]`] : []),
    'existingTables: true',
  ];
  const line = `@ResourceModule({ ${members.join(', ')} })`;
  const decorator =
    line.length <= 100 ? line : `@ResourceModule({\n  ${members.join(',\n  ')},\n})`;
  return {
    body: `${decorator}\nexport class ${className} {}\n`,
    imports: [{ name: 'ResourceModule', from: 'resource-api' }, ...names, ...pivots],
  };
}
