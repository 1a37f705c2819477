import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { fromJsonSchema, type JsonSchemaType } from '@modelcontextprotocol/server';
import type { ToolOptions } from '../../../definition/agents.js';
import { DefinitionError, type Fault } from '../../../registry/fault.js';
import { LONGEST_TOOL_NAME, toolNamePattern } from '../../../registry/tool-names.js';
import { ToolCatalogue } from '../catalogue/tool-catalogue.js';
import { OwnMembers, type OwnMember } from './own-members.js';

type AnyMember = OwnMember<'tool'> | OwnMember<'resource'> | OwnMember<'prompt'>;

/** Holds what a team declared for agents against what clients take, before anybody calls. */
@Injectable()
export class VerifyOwnMembers implements OnApplicationBootstrap {
  constructor(
    private readonly members: OwnMembers,
    private readonly catalogue: ToolCatalogue,
  ) {}

  /** @throws DefinitionError with every fault */
  onApplicationBootstrap(): void {
    const tools = this.members.of('tool');
    const taken = new Set(this.catalogue.ofResources.map(({ name }) => name));
    const faults = [
      ...tools.flatMap((member) => [...nameFaults(member), ...schemaFaults(member)]),
      ...repeated(tools, ({ options: { name } }) => name, taken),
      ...repeated(this.members.of('resource'), ({ options }) => options.uri ?? options.uriTemplate, new Set()),
      ...repeated(this.members.of('prompt'), ({ options: { name } }) => name, new Set()),
    ];
    if (faults.length > 0) throw new DefinitionError(faults);
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
  if (toolNamePattern.test(name) && name.length <= LONGEST_TOOL_NAME) return;
  yield faultOf(member, `"${name}" is no name of a tool`, `at most ${LONGEST_TOOL_NAME} of a-z, 0-9, "-" and "_"`);
}

function* schemaFaults(member: OwnMember<'tool'>) {
  const { inputSchema } = member.options;
  if (inputSchema === undefined) return;
  if (inputSchema.type !== 'object')
    yield faultOf(member, 'the inputSchema describes no object', '"type": "object" at its root');
  else if (!isSchema(inputSchema))
    yield faultOf(member, 'the inputSchema is no JSON Schema', 'one of the draft 2020-12');
}

function isSchema(schema: NonNullable<ToolOptions['inputSchema']>): boolean {
  try {
    fromJsonSchema(schema as JsonSchemaType);
    return true;
  } catch {
    return false;
  }
}

function* repeated<Member extends AnyMember>(
  members: readonly Member[],
  nameOf: (member: Member) => string,
  taken: ReadonlySet<string>,
) {
  const seen = new Set(taken);
  for (const member of members) {
    const name = nameOf(member);
    if (seen.has(name)) yield faultOf(member, `"${name}" is there already`, 'another name');
    seen.add(name);
  }
}
