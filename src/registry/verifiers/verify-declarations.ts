import { findResourceOptions } from '../../definition/store/definition-store.js';
import { eachResource, faultAt } from './each-resource.js';

/** A resource is a class with `@Resource` that extends `ResourceOf(Entity)`. */
export const verifyDeclarations = eachResource(function* (draft) {
  if (typeof draft.definition.entity !== 'function')
    yield faultAt(
      draft,
      '',
      'the class has no entity',
      `class ${draft.name} extends ResourceOf(Entity)`,
    );
  if (!findResourceOptions(draft.definition))
    yield faultAt(
      draft,
      '',
      'the class is registered without its decorator',
      '@Resource({ ... }) above the class',
    );
});
