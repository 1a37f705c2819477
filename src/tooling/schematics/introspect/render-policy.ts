import { pascalCase } from '../../../registry/resources/names.js';
import type { Layout } from './layout.js';
import type { EntityModel } from './model.js';
import type { Import, SourcePart } from './source-part.js';

const ofPackage = (name: string): Import => ({ name, from: 'resource-api' });

const DENIED = 'Denied';

const OPENING = 'A list needs scope, index and show.';

/** Returns the policy of an entity, which denies everything. */
export function renderPolicy(entity: EntityModel, layout: Layout): SourcePart {
  const { class: name } = entity.names;
  const members = (layout.hasSharedPolicy ? '' : methods) + pivotMethods(entity);
  const base = layout.hasSharedPolicy ? ` extends ${DENIED}<${name}>` : '';
  return {
    body: `@Injectable()
export class ${name}Policy${base} implements Policy<${name}> {${members && `\n${members}`}}
`,
    imports: [
      { name: 'Injectable', from: '@nestjs/common' },
      ...(layout.hasSharedPolicy ? [] : [ofPackage('nothing')]),
      ofPackage('type Policy'),
      { name: `type ${name}`, from: layout.entity(entity) },
    ],
  };
}

/** Each method denies, and its comment asks what it decides. */
const methods = `  // ${OPENING}
  scope = () => nothing(); // (user) => the rows to see: everything(), or where({ ... })
  index = () => false; // (user) => may list the rows of the scope?
  show = () => false; // (user, record) => may see this record of the scope?
  store = () => false; // (user) => may create records?
  update = () => false; // (user, record) => may change this record?
  delete = () => false; // (user, record) => may delete this record?
`;

const pivotMethods = ({ relations }: EntityModel): string =>
  relations
    .filter(({ kind }) => kind === 'ManyToMany')
    .map(
      ({ property }) =>
        `  manage${pascalCase(property)} = () => false; // (user, record) => may attach and detach ${property}?\n`,
    )
    .join('');

/** Returns the class that the policies of one file extend. */
export const sharedPolicy: SourcePart = {
  body: `/** Denies everything. Replace in each policy what users may do. ${OPENING} */
abstract class ${DENIED}<Row> {
  scope: (user: AppUser) => Scope<Row> = () => nothing(); // the rows to see: everything(), or where({ ... })
  index: (user: AppUser) => Decision = () => false; // may list the rows of the scope?
  show: (user: AppUser, record: Row) => Decision = () => false; // may see this record of the scope?
  store: (user: AppUser) => Decision = () => false; // may create records?
  update: (user: AppUser, record: Row) => Decision = () => false; // may change this record?
  delete: (user: AppUser, record: Row) => Decision = () => false; // may delete this record?
}
`,
  imports: ['nothing', 'type AppUser', 'type Decision', 'type Scope'].map(ofPackage),
};
