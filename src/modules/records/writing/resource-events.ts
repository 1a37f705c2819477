import { Injectable } from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';
import type { AppUser } from '../../../types/register.js';
import type { CompiledResource } from '../../../registry/compiled-resource.js';
import { keyIn } from './column-values.js';

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

const eventOf = (
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

  /** Emits an event per record. The events are only made if something listens. */
  emitAll(
    resource: CompiledResource,
    name: ResourceEvent['name'],
    records: readonly object[],
    user: ResourceEvent['user'],
  ): void {
    const event = `${resource.key}.${name}`;
    if (!this.emitter.hasListeners(event) && this.emitter.listenersAny().length === 0) return;
    for (const record of records) this.emitter.emit(event, eventOf(resource, name, record, user));
  }
}
