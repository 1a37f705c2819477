import type { Addon } from '../../options/addon.js';
import { ReferenceModule } from './reference.module.js';
import { SchemaModule } from './resource-schema/schema.module.js';

/** The OpenAPI document, its page, and the descriptions of resources. @contract C17.1 */
export const reference: Addon = {
  modules: (options) => (options.reference ? [ReferenceModule] : []),
  prefixed: (options) => (options.schema ? [SchemaModule] : []),
};
