import type { ResourceClass } from '../../definition/store/resource-of.js';
import type {
  CompiledResource,
  ReadingOptions,
} from '../../registry/resources/compiled-resource.js';
import { ResourceRegistry } from '../../registry/resources/resource-registry.js';
import type { TestApplication } from './test-application.js';

/** What the generated cases need of the application. */
export interface DescribedResource<User extends object> {
  /** Returns the application; called inside the cases, after `beforeAll`. */
  readonly test: () => TestApplication<User>;
  /** Returns a user who may list, show and store. */
  readonly as: () => User | string;
  /** Stores a record that this user may see, and returns it. */
  readonly record: () => Promise<object>;
}

/** The functions of the test runner; those of Jest and of Vitest fit. */
export interface Runner {
  describe(name: string, body: () => void): void;
  it(name: string, body: () => Promise<void>): void;
}

interface RecordBody {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Jest and Vitest define `describe` and `it` here; their types are the application's. */
const globals: unknown = globalThis;

/**
 * Describes what every resource does, from its definition: one case each for authentication, the
 * list, a record, its attributes, an unknown key, every sortable and matchable field, every
 * relation, and every required field. Tests of its own remain what is special: its policy, hooks
 * and actions.
 *
 * @param runner the globals of the test runner by default
 */
export function describeResource<User extends object>(
  definition: ResourceClass,
  { test, as, record }: DescribedResource<User>,
  runner: Runner = globals as Runner,
): void {
  const cases = new ResourceCases(definition, test, as, record);
  runner.describe(`${definition.name} (standard cases)`, () => {
    runner.it('requires a token', () => cases.requiresToken());
    runner.it('lists records as pages', () => cases.lists());
    runner.it('shows a record with its declared fields only', () => cases.shows());
    runner.it('responds with 404 to an unknown key', () => cases.hidesUnknownKeys());
    runner.it('sorts by each sortable field, and by no other', () => cases.sorts());
    runner.it('loads each relation', () => cases.loadsRelations());
    runner.it('rejects parameters that do not exist', () => cases.rejectsUnknownParameters());
    runner.it('rejects a new record without its required fields', () => cases.requiresFields());
  });
}

/** The cases; each throws an Error that describes what is different. */
class ResourceCases<User extends object> {
  constructor(
    private readonly definition: ResourceClass,
    private readonly test: () => TestApplication<User>,
    private readonly as: () => User | string,
    private readonly record: () => Promise<object>,
  ) {}

  async requiresToken(): Promise<void> {
    const { status } = await this.test().anonymous.get(this.path());
    verify(status === 401, `GET ${this.path()} without a token responds with ${status}, not 401.`);
  }

  async lists(): Promise<void> {
    const id = this.recordKey(await this.record());
    const { data } = await this.get<readonly RecordBody[]>(this.path());
    verify(Array.isArray(data), `GET ${this.path()} does not return a list under "data".`);
    const shown = await this.get<readonly RecordBody[]>(`${this.path()}?perPage=1`);
    verify(shown.data.length === 1, `GET ${this.path()}?perPage=1 does not return one record.`);
    verify(data.length > 0, `GET ${this.path()} does not contain the record ${id}.`);
  }

  async shows(): Promise<void> {
    const id = this.recordKey(await this.record());
    const { data } = await this.get<RecordBody>(`${this.path()}/${id}`);
    verify(data.id === id, `GET ${this.path()}/${id} returns the record ${data.id}.`);
    const { fields, computed } = this.resource();
    const unknown = Object.keys(data.attributes).filter(
      (name) => !fields.has(name) && !computed.has(name),
    );
    verify(unknown.length === 0, `The record contains undeclared attributes: ${unknown.join()}.`);
  }

  async hidesUnknownKeys(): Promise<void> {
    const id = this.recordKey(await this.record());
    const unknown = /^\d+$/.test(id) ? '2000000000' : '00000000-0000-4000-8000-ffffffffffff';
    const { status } = await this.client().get(`${this.path()}/${unknown}`);
    verify(status === 404, `GET ${this.path()}/${unknown} responds with ${status}, not 404.`);
  }

  async sorts(): Promise<void> {
    await this.record();
    for (const { name, options } of this.resource().fields.values()) {
      if (isRestricted(options)) continue;
      for (const sort of [name, `-${name}`]) {
        const expected = options.sortable ? 200 : 400;
        const { status } = await this.client().get(`${this.path()}?sort=${sort}`);
        verify(status === expected, `Sorting by "${sort}" responds with ${status}.`);
      }
    }
  }

  async loadsRelations(): Promise<void> {
    const id = this.recordKey(await this.record());
    for (const [name, related] of this.resource().relations) {
      if (related.canEnable !== null || isRestricted(related.options)) continue;
      const path = `${this.path()}/${id}?include=${name}`;
      const { status } = await this.client().get(path);
      // A relation to a resource that the user may not list is forbidden, which is its policy's.
      verify(status === 200 || status === 403, `GET ${path} responds with ${status}.`);
    }
  }

  async rejectsUnknownParameters(): Promise<void> {
    await this.record();
    const { status } = await this.client().get(`${this.path()}?sort=no_such_field`);
    verify(status === 400, `Sorting by an unknown field responds with ${status}, not 400.`);
  }

  async requiresFields(): Promise<void> {
    const required = [...this.resource().fields.values()]
      .filter(({ rules, options }) => rules.includes('required') && !options.canSee)
      .map(({ name }) => name);
    if (required.length === 0) return;
    await this.record();
    const { status, body } = await this.client().post<{
      readonly errors?: Readonly<Record<string, unknown>>;
    }>(this.path(), {});
    if (status === 403) return;
    const missing = required.filter((name) => !Object.hasOwn(body.errors ?? {}, name));
    const problem = `A new record without values responds with ${status}`;
    verify(status === 422, `${problem}, not 422.`);
    verify(missing.length === 0, `${problem}, and no error for ${missing.join()}.`);
  }

  private resource(): CompiledResource {
    const registry = this.test().app.get(ResourceRegistry, { strict: false });
    return registry.getByDefinition(this.definition);
  }

  private path(): string {
    return `/${this.resource().key}`;
  }

  private recordKey(record: object): string {
    return String((record as Record<string, unknown>)[this.resource().keyColumn.property]);
  }

  private client() {
    return this.test().as(this.as());
  }

  private async get<Data>(path: string): Promise<{ readonly data: Data }> {
    const { status, body } = await this.client().get<{ readonly data: Data }>(path);
    verify(status === 200, `GET ${path} responds with ${status}: ${JSON.stringify(body)}`);
    return body;
  }
}

function verify(holds: boolean, problem: string): void {
  if (!holds) throw new Error(problem);
}

/** Whether a member does not exist for some callers, or in some places. */
const isRestricted = ({ canSee, only }: ReadingOptions): boolean =>
  canSee !== undefined || only !== undefined;
