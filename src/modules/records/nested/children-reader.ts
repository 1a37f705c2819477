import type { WritableRelation } from '../../../registry/writable-relations.js';
import { isMembers } from '../../../validation/check-payload.js';
import { parseColumnValue } from '../../../validation/column-value.js';
import type { FieldErrors } from '../../../validation/field-errors.js';
import { jsonBody, type WriteBody } from '../../../validation/write-body.js';
import type { Key } from '../../../types/register.js';

/** A related record in the body of its parent. */
export interface GivenChild {
  /** The index of the parent among the records of the request. */
  readonly parent: number;
  /** The path in the body, such as `comments.1`. */
  readonly path: string;
  /** The key of the record to update; absent for one without `id`. */
  readonly key?: Key;
  readonly body: WriteBody;
}

/** A body that may contain related records. */
export interface ParentBody {
  readonly body: WriteBody;
  /** The index of the body in a bulk write; absent in any other write. */
  readonly index?: number;
}

/** A relation in bodies, and the members that its records must not contain, with the messages. */
export interface ChildMembers {
  readonly relation: WritableRelation;
  readonly refused: ReadonlyMap<string, string>;
}

type Place = Pick<GivenChild, 'parent' | 'path'>;

/** Whether a body contains a member. */
export const contains = (body: WriteBody, name: string): boolean =>
  body.form ? body.texts.has(name) || body.files.has(name) : Object.hasOwn(body.members, name);

/** Reads the related records that bodies contain for one relation. @contract C4.7 */
export class ChildrenReader {
  /** The paths where a body contains `null`, by the index of the parent. */
  readonly absent = new Map<number, string>();

  /** @param errors receives the faults */
  constructor(
    private readonly members: ChildMembers,
    private readonly errors: FieldErrors,
  ) {}

  /** Returns the related records without a fault. */
  read(parents: readonly ParentBody[]): readonly GivenChild[] {
    const { key } = this.members.relation;
    return parents.flatMap(({ body, index }, parent) => {
      if (!contains(body, key)) return [];
      const place = { parent, path: index === undefined ? key : `${index}.${key}` };
      if (!body.form) return this.readValue(body.members[key], place);
      return this.refuse(place.path, `The ${key} field contains records, which need a JSON body.`);
    });
  }

  private readValue(value: unknown, place: Place): readonly GivenChild[] {
    const { key, many } = this.members.relation;
    if (many)
      return Array.isArray(value)
        ? this.readList(value, place)
        : this.refuse(place.path, `The ${key} field must be a list of objects.`);
    if (value !== null) return this.readChild(value, place);
    this.absent.set(place.parent, place.path);
    return [];
  }

  private readList(list: readonly unknown[], { parent, path }: Place): readonly GivenChild[] {
    const keys = new Set<string>();
    const children = list.flatMap((element, at) =>
      this.readChild(element, { parent, path: `${path}.${at}` }),
    );
    return children.filter((child) => this.isFirst(child, keys));
  }

  private readChild(value: unknown, place: Place): readonly GivenChild[] {
    const { relation, refused } = this.members;
    const { path } = place;
    if (!isMembers(value))
      return this.refuse(
        path,
        relation.many
          ? 'The element must be an object.'
          : `The ${relation.key} field must be an object or null.`,
      );
    const faults = [...refused].filter(([name]) => Object.hasOwn(value, name));
    for (const [name, message] of faults) this.errors.add(`${path}.${name}`, message);
    const child = { ...place, body: jsonBody(value) };
    if (faults.length > 0) return [];
    return Object.hasOwn(value, 'id') ? this.withKey(child, value.id) : [child];
  }

  /** @contract C1.3 */
  private withKey(child: GivenChild, id: unknown): readonly GivenChild[] {
    const { keyColumn } = this.members.relation.resource;
    const parsed = parseColumnValue({ ...keyColumn, nullable: false }, id);
    if ('fault' in parsed) return this.refuse(`${child.path}.id`, `The id field ${parsed.fault}`);
    return [{ ...child, key: parsed.value as Key }];
  }

  private isFirst({ key, path }: GivenChild, keys: Set<string>): boolean {
    if (key === undefined) return true;
    if (keys.has(String(key)))
      this.errors.add(`${path}.id`, 'The id is already in another element.');
    else return Boolean(keys.add(String(key)));
    return false;
  }

  private refuse(path: string, message: string): readonly GivenChild[] {
    this.errors.add(path, message);
    return [];
  }
}
