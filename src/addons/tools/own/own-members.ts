import { Injectable } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { agentMembersOf, type AgentMember } from '../../../definition/store/agent-store.js';

/** A decorated method and its provider. */
export interface OwnMember<Kind extends AgentMember['kind']> {
  readonly provider: string;
  readonly method: string;
  readonly options: Extract<AgentMember, { kind: Kind }>['options'];
  call(...args: readonly unknown[]): unknown;
}

/** Finds the decorated methods of the providers of all modules. */
@Injectable()
export class OwnMembers {
  constructor(private readonly modules: ModulesContainer) {}

  of<Kind extends AgentMember['kind']>(kind: Kind): readonly OwnMember<Kind>[] {
    return [...this.instances()].flatMap((instance) =>
      [...agentMembersOf(Object.getPrototypeOf(instance) as object)]
        .filter(([, member]) => member.kind === kind)
        .map(([method, { options }]) => ({
          provider: instance.constructor.name,
          method,
          options: options as OwnMember<Kind>['options'],
          call: (...args) =>
            (instance as Record<string, (...given: readonly unknown[]) => unknown>)[method]!(
              ...args,
            ),
        })),
    );
  }

  /** Returns each provider once, even if several modules export it. */
  private instances(): ReadonlySet<object> {
    const found = new Set<object>();
    for (const { providers } of this.modules.values())
      for (const { metatype, instance } of providers.values())
        if (typeof metatype === 'function' && isObject(instance)) found.add(instance);
    return found;
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) !== null;
