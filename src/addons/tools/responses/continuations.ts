import { isDeepStrictEqual } from 'node:util';
import type { Limits } from '../../../options/limits.js';
import type {
  CompiledRelated,
  ResourceView,
} from '../../../registry/resources/compiled-resource.js';
import { toolName } from '../../../registry/resources/tool-names.js';
import type { ToolArguments } from '../tool/tool.js';
import type { Cut, RecordKey } from './shorten.js';

/** A call of a tool. */
export interface NextCall {
  readonly tool: string;
  readonly arguments: ToolArguments;
}

/** Describes one list or string that was shortened. @contract C16.4 */
export interface ShortenedMark {
  /** The keys and positions that lead to it, joined by dots; empty for the whole result. */
  readonly path: string;
  /** Entries of a list, or characters of a string. */
  readonly shown: number;
  /** The full count; `null` if the list filled its page, so that there may be more. */
  readonly total: number | null;
  /**
   * The call that returns the rest, or the keys of all related records; `null` if the caller has no
   * tool for it.
   */
  readonly next: NextCall | null;
}

/** Describes what was cut: how much there is, and which call returns it. */
export class Continuations {
  /**
   * @param tools the names of the tools that the caller may call
   * @param view the resources as the caller sees them
   */
  constructor(
    private readonly call: NextCall,
    private readonly tools: ReadonlySet<string>,
    private readonly view: ResourceView,
    private readonly limits: Limits,
  ) {}

  /** @param body the result before it was cut */
  mark(cut: Cut, body: Readonly<Record<string, unknown>>): ShortenedMark {
    const next = this.nextOf(cut, body);
    return {
      path: cut.path.join('.'),
      shown: cut.shown,
      total: this.totalOf(cut),
      next: isDeepStrictEqual(next, this.call) ? null : next,
    };
  }

  private totalOf({ kind, total, record, relations }: Cut): number | null {
    const relation = kind === 'related' ? this.relationOf(record, relations) : undefined;
    if (relation?.form !== 'relation') return total;
    const size = Number(this.call.arguments.relatablePerPage ?? relation.resource.relatablePerPage);
    return total < size ? total : null;
  }

  private nextOf(cut: Cut, body: Readonly<Record<string, unknown>>): NextCall | null {
    if (cut.path.join('.') === 'data' && isPage(body.meta))
      return this.pageFrom(cut.shown, body.meta);
    const { record } = cut;
    const tool = record && toolName(record.type, 'show');
    if (tool === null || !this.tools.has(tool)) return null;
    const args = cut.kind === 'related' ? this.relatedOf(cut) : attributeOf(cut);
    return args && { tool, arguments: { id: record!.id, ...args } };
  }

  /**
   * Returns a call for smaller pages, starting with the page of the first record that is not shown,
   * so that none is skipped. Cursor pages start again where this one started.
   */
  private pageFrom(shown: number, { current_page: page, per_page: size }: Page): NextCall {
    const { tool, arguments: args } = this.call;
    if (page === undefined) return { tool, arguments: { ...args, perPage: shown } };
    const first = (page - 1) * size + shown;
    return { tool, arguments: { ...args, page: Math.floor(first / shown) + 1, perPage: shown } };
  }

  /** Requests only the keys of related records, which are short enough to fit. */
  private relatedOf({ record, relations }: Cut): ToolArguments {
    const key = relations.at(-1)!;
    const path = relations.join('.');
    const columns = this.relationOf(record, relations)?.form === 'relation' ? '[id]' : '';
    return {
      include: `${key}${columns}`,
      relatablePerPage: this.limits.relatablePerPage,
      ...partFor('sort', this.call.arguments.sort, path, key),
      ...partFor('filter', this.call.arguments.filter, path, key),
    };
  }

  private relationOf(
    record: RecordKey | null,
    relations: readonly string[],
  ): CompiledRelated | undefined {
    return record ? this.view.get(record.type)?.relations.get(relations.at(-1)!) : undefined;
  }
}

interface Page {
  /** Absent on cursor pages. */
  readonly current_page?: number;
  readonly per_page: number;
}

const isPage = (meta: unknown): meta is Page =>
  typeof (meta as Partial<Page> | undefined)?.per_page === 'number';

/** Rewrites the part of an argument for a nested list as for that list alone. */
function partFor(name: string, given: unknown, path: string, key: string): ToolArguments {
  if (typeof given !== 'object' || given === null || !Object.hasOwn(given, path)) return {};
  return { [name]: { [key]: (given as ToolArguments)[path] } };
}

function attributeOf({ path }: Cut): ToolArguments | null {
  const at = path.lastIndexOf('attributes');
  return at === -1 ? null : { fields: path[at + 1] };
}
