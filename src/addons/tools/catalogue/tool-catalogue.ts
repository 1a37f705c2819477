import { Injectable } from '@nestjs/common';
import { ResourceRegistry } from '../../../registry/resources/resource-registry.js';
import { OwnTools } from '../own/own-tools.js';
import { ActionTools } from './action-tools.js';
import type { Caller } from '../tool/caller.js';
import { PivotTools } from './pivot-tools.js';
import { ReadTools } from './read-tools.js';
import type { McpTool } from '../tool/tool.js';
import { WriteTools } from './write-tools.js';

/** All tools, ordered by name, and those that a caller may use. @contract C11.1, C11.2 */
@Injectable()
export class ToolCatalogue {
  private known: ReadonlyMap<string, McpTool> | undefined;

  constructor(
    private readonly registry: ResourceRegistry,
    private readonly reading: ReadTools,
    private readonly writing: WriteTools,
    private readonly pivots: PivotTools,
    private readonly actions: ActionTools,
    private readonly own: OwnTools,
  ) {}

  /** Returns the tools that the caller may call. */
  async of(caller: Caller): Promise<readonly McpTool[]> {
    const tools = [...this.tools.values()];
    const isAllowed = await Promise.all(tools.map((tool) => tool.mayCall(caller)));
    return tools.filter((_tool, at) => isAllowed[at]);
  }

  /**
   * Returns the tool of this name; `undefined` if it does not exist or is hidden from the caller.
   */
  async find(caller: Caller, name: string): Promise<McpTool | undefined> {
    const tool = this.tools.get(name);
    return tool && (await tool.mayCall(caller)) ? tool : undefined;
  }

  /** Collected on first use, after the definitions are compiled. */
  private get tools(): ReadonlyMap<string, McpTool> {
    return (this.known ??= this.collect());
  }

  /** The tools that definitions offer. */
  get ofResources(): readonly McpTool[] {
    const families = [this.reading, this.writing, this.pivots, this.actions];
    return this.registry.resources.flatMap((resource) =>
      families.flatMap((family) => family.toolsOf(resource)),
    );
  }

  private collect(): ReadonlyMap<string, McpTool> {
    const sorted = [...this.ofResources, ...this.own.tools].sort((one, other) =>
      one.name < other.name ? -1 : 1,
    );
    return new Map(sorted.map((tool) => [tool.name, tool]));
  }
}
