import { ResourceModule } from 'resource-api';
import { ActionLogResource } from './action-log.resource.js';

/** The read-only action log; its table belongs to the framework. */
@ResourceModule({ resources: [ActionLogResource] })
export class ActionLogModule {}
