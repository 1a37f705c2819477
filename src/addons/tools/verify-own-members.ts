import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DefinitionError, type Fault } from '../../registry/draft/fault.js';
import { ResourceRegistry } from '../../registry/resources/resource-registry.js';
import { MAX_TOOL_NAME_LENGTH, toolNamePattern } from '../../registry/resources/tool-names.js';
import type { JsonSchema } from '../../base/json-schema.js';
import { LazyTools } from './http/lazy-tools.js';
import { findArgumentFaults } from './own/find-argument-faults.js';
import { findHeaderFaults } from './tool/header-arguments.js';
import { OwnMembers, type OwnMember } from './own/own-members.js';
import { checkOf } from './own/schema-check.js';

const HEADER_ADVICE =
  'a unique name on a string, an integer or a boolean that is nested only in "properties"';

type AnyMember = OwnMember<'tool'> | OwnMember<'resource'> | OwnMember<'prompt'>;

/** Verifies the custom tools, resources and prompts at boot. */
@Injectable()
export class VerifyOwnMembers implements OnApplicationBootstrap {
  constructor(
    private readonly members: OwnMembers,
    private readonly lazy: LazyTools,
    private readonly registry: ResourceRegistry,
  ) {}

  /** @throws DefinitionError with every fault */
  async onApplicationBootstrap(): Promise<void> {
    const tools = this.members.of('tool');
    const taken = tools.length > 0 ? await this.namesOfResources() : new Set<string>();
    const faults = [
      ...(await Promise.all(tools.map((member) => this.faultsOf(member)))).flat(),
      ...repeated(tools, ({ options: { name } }) => name, taken),
      ...repeated(
        this.members.of('resource'),
        ({ options }) => options.uri ?? options.uriTemplate,
        new Set(),
      ),
      ...repeated(this.members.of('prompt'), ({ options: { name } }) => name, new Set()),
    ];
    if (faults.length > 0) throw new DefinitionError(faults);
  }

  private async namesOfResources(): Promise<ReadonlySet<string>> {
    const { ofResources } = await this.lazy.catalogue();
    return new Set(ofResources.map(({ name }) => name));
  }

  private async faultsOf(member: OwnMember<'tool'>): Promise<readonly Fault[]> {
    const ofRules = [...findArgumentFaults(member.options, this.registry)];
    return [
      ...nameFaults(member),
      ...(await schemaFaults(member)),
      ...ofRules.map(({ wrong, instead }) => faultOf(member, wrong, instead)),
    ];
  }
}

const faultOf = ({ provider, method }: AnyMember, wrong: string, instead: string): Fault => ({
  resource: provider,
  member: method,
  wrong,
  instead,
});

function* nameFaults(member: OwnMember<'tool'>) {
  const { name } = member.options;
  if (toolNamePattern.test(name) && name.length <= MAX_TOOL_NAME_LENGTH) return;
  yield faultOf(
    member,
    `"${name}" is not a valid tool name`,
    `at most ${MAX_TOOL_NAME_LENGTH} of a-z, 0-9, "-" and "_"`,
  );
}

async function schemaFaults(member: OwnMember<'tool'>): Promise<readonly Fault[]> {
  const { inputSchema, outputSchema } = member.options;
  return [
    ...(await faultsOfSchema(member, 'inputSchema', inputSchema)),
    ...(await faultsOfSchema(member, 'outputSchema', outputSchema)),
    ...[...findHeaderFaults(inputSchema ?? {})].map((wrong) =>
      faultOf(member, wrong, HEADER_ADVICE),
    ),
  ];
}

async function faultsOfSchema(
  member: OwnMember<'tool'>,
  name: string,
  schema: JsonSchema | undefined,
): Promise<readonly Fault[]> {
  if (schema === undefined) return [];
  if (schema.type !== 'object')
    return [
      faultOf(member, `the ${name} does not describe an object`, '"type": "object" at its root'),
    ];
  const isSchema = await checkOf(schema).then(
    () => true,
    () => false,
  );
  return isSchema
    ? []
    : [faultOf(member, `the ${name} is not a JSON Schema`, 'a schema of draft 2020-12')];
}

function* repeated<Member extends AnyMember>(
  members: readonly Member[],
  memberName: (member: Member) => string,
  taken: ReadonlySet<string>,
) {
  const seen = new Set(taken);
  for (const member of members) {
    const name = memberName(member);
    if (seen.has(name)) yield faultOf(member, `"${name}" is already in use`, 'another name');
    seen.add(name);
  }
}
