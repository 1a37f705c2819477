import { Injectable } from '@nestjs/common';
import type { ReadResourceResult } from '@modelcontextprotocol/server';
import { ResourceRegistry } from '../../../registry/resources/resource-registry.js';
import type { CompiledResource } from '../../../registry/resources/compiled-resource.js';
import type { Caller } from '../tool/caller.js';
import { DefinitionDocuments } from './definition-documents.js';

const PREFIX = 'resource-api://resources/';
const JSON_TYPE = 'application/json';

/** A description as lists show it. */
export interface ListedDefinition {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
}

/** Describes each resource that the caller may use, as an MCP resource. */
@Injectable()
export class DefinitionResources {
  constructor(
    private readonly registry: ResourceRegistry,
    private readonly documents: DefinitionDocuments,
  ) {}

  async of(caller: Caller): Promise<readonly ListedDefinition[]> {
    const { resources } = this.registry;
    const isAllowed = await Promise.all(resources.map((resource) => caller.mayEnter(resource)));
    return resources.filter((_resource, at) => isAllowed[at]).map(listedDefinition);
  }

  /** @returns `undefined` if the URI is unknown, or the caller may not use the resource */
  async read(caller: Caller, uri: string): Promise<ReadResourceResult | undefined> {
    const resource = uri.startsWith(PREFIX)
      ? this.registry.find(uri.slice(PREFIX.length))
      : undefined;
    if (!resource || !(await caller.mayEnter(resource))) return undefined;
    const context = await caller.requestContext(resource, 'show');
    const json = JSON.stringify(await this.documents.describe(context));
    return { contents: [{ uri, mimeType: JSON_TYPE, text: json }] };
  }
}

const listedDefinition = ({ key }: CompiledResource): ListedDefinition => ({
  uri: `${PREFIX}${key}`,
  name: key,
  title: `The resource ${key}`,
  description: `The fields, relations, actions and query parameters of ${key} that the user may use.`,
  mimeType: JSON_TYPE,
});
