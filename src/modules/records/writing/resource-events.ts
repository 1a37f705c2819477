import { Injectable } from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';
import type { AppUser } from '../../../types/register.js';
import type { CompiledResource } from '../../../registry/compiled-resource.js';
import { keyIn } from './column-values.js';

/**
 * What happened to a record, told after the commit: `@OnEvent('posts.stored')`,
 * `@OnEvent('*.deleted')`.
 * @contract C4.6
 */
export interface ResourceEvent<E extends object = object> {
  readonly resource: string;
  readonly name: 'stored' | 'updated' | 'deleted';
  readonly key: string;
  /** The record as the write left it; a deleted one as it was. */
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

/** Tells listeners what was committed; what they do is their own affair, and changes no answer. */
@Injectable()
export class ResourceEvents {
  constructor(private readonly emitter: EventEmitter2) {}

  emit(event: ResourceEvent): void {
    this.emitter.emit(`${event.resource}.${event.name}`, event);
  }
}
