import { Injectable } from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';
import type { AppUser } from '../../../base/types/register.js';
import type { CompiledResource } from '../../../registry/resources/compiled-resource.js';
import { keyIn } from '../lookups/column-values.js';
import type { WriteSubject } from './write-request.js';

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

/** Emits events after the commit. Listeners do not affect the response. */
@Injectable()
export class ResourceEvents {
  constructor(private readonly emitter: EventEmitter2) {}

  /** Emits an event for each record after the commit; none for an entity without a resource. */
  announce(
    { transaction, request: { user } }: WriteSubject,
    resource: CompiledResource | null,
    name: ResourceEvent['name'],
    records: readonly object[],
  ): void {
    if (!resource || records.length === 0) return;
    const event = `${resource.key}.${name}`;
    if (!this.isHeard(event)) return;
    transaction.afterCommit(() => {
      for (const record of records) this.emitter.emit(event, eventOf(resource, name, record, user));
    });
  }

  /** A run over many records makes no events that nobody receives. */
  private isHeard(event: string): boolean {
    return this.emitter.hasListeners(event).valueOf() || this.emitter.listenersAny().length > 0;
  }
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
