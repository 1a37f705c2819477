import { Injectable } from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';
import type { AppUser } from '../../../base/types/register.js';
import type { CompiledResource } from '../../../registry/resources/compiled-resource.js';
import { keyIn } from '../lookups/column-values.js';

/**
 * An event that is emitted after the commit of a write: `@OnEvent('posts.stored')`,
 * `@OnEvent('*.deleted')`.
 * @contract C4.6
 */
export interface ResourceEvent<E extends object = object> {
  readonly resource: string;
  readonly name: 'stored' | 'updated' | 'deleted';
  readonly key: string;
  /** The record after the write; a deleted record as it was. */
  readonly record: E;
  readonly user: AppUser;
}

export const eventOf = (
  resource: CompiledResource,
  name: ResourceEvent['name'],
  record: object,
  user: ResourceEvent['user'],
): ResourceEvent => ({
  resource: resource.key,
  name,
  key: String(keyIn(record, resource)),
  record,
  user,
});

/** Emits events after the commit. Listeners do not affect the response. */
@Injectable()
export class ResourceEvents {
  constructor(private readonly emitter: EventEmitter2) {}

  emit(event: ResourceEvent): void {
    this.emitter.emit(`${event.resource}.${event.name}`, event);
  }
}
