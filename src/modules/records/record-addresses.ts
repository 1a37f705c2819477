import { Inject, Injectable } from '@nestjs/common';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import type { CompiledResource } from '../../registry/compiled-resource.js';

/** Where records lie: path-and-query, or absolute where the option `publicUrl` is set. @contract C1.5 */
@Injectable()
export class RecordAddresses {
  private readonly base: string;

  constructor(@Inject(OPTIONS) { publicUrl, prefix }: ResolvedOptions) {
    this.base = `${publicUrl ?? ''}${prefix}`;
  }

  of({ key: resource }: CompiledResource, key: string): string {
    return `${this.base}/${resource}/${encodeURIComponent(key)}`;
  }
}
