import { ResourceModule } from 'resource-api';
import { ActionLogResource } from './action-log.resource.js';

/** The action log, to be read; its table is the framework's own. */
@ResourceModule({ resources: [ActionLogResource] })
export class ActionLogModule {}
