import {
  Scope,
  type DynamicModule,
  type INestApplicationContext,
  type InjectionToken,
} from '@nestjs/common';
import { INQUIRER } from '@nestjs/core';
import { DefinitionError, type Fault } from '../../registry/draft/fault.js';
import { RegistryModule } from './registry.module.js';

/** The members of Nest's error about a class that it cannot create. */
interface UnknownDependency extends Error {
  /** The name of the class. */
  readonly type: string | symbol;
  readonly context: {
    readonly name?: InjectionToken;
  };
}

/** What a class needs; `undefined` for a parameter without a type. */
type Token = InjectionToken | undefined;

/** Creates the application with further modules. */
type Create<App> = (modules: readonly DynamicModule[]) => Promise<App>;

/**
 * Creates the application. If Nest finds no provider for what a class needs, it is created again with
 * placeholders, only to find everything else that is wrong: each start reports all faults.
 *
 * @throws DefinitionError with what is missing, and every other fault of the definitions
 */
export async function createOrExplain<App extends INestApplicationContext>(
  create: Create<App>,
): Promise<App> {
  try {
    return await create([]);
  } catch (error) {
    throw isUnknownDependency(error) ? await explain(error, create) : error;
  }
}

async function explain(
  first: UnknownDependency,
  create: Create<INestApplicationContext>,
): Promise<DefinitionError> {
  const found = new Map<string, Fault>();
  const tokens = new Set<Token>();
  const note = (name: string, token: Token) =>
    void found.set(`${name} ${tokenName(token)}`, faultOf(name, token));
  for (let failure: unknown = first; isUnknownDependency(failure);) {
    const token = failure.context.name;
    note(String(failure.type), token);
    if (token === undefined || tokens.has(token)) break;
    tokens.add(token);
    try {
      const app = await create([placeholdersFor([...tokens], note)]);
      const compiling = app.get(RegistryModule, { strict: false }).compile(null);
      const { report } = await compiling.finally(() => app.close());
      return new DefinitionError([...found.values(), ...report.faults]);
    } catch (error) {
      failure = error;
    }
  }
  return new DefinitionError([...found.values()]);
}

/** Each placeholder notes which class needs it. */
function placeholdersFor(
  tokens: readonly Token[],
  note: (name: string, token: Token) => void,
): DynamicModule {
  class Placeholders {}
  const providers = tokens.map((provide) => ({
    provide: provide!,
    scope: Scope.TRANSIENT,
    inject: [INQUIRER],
    useFactory(needing: object | undefined): object {
      if (needing) note(needing.constructor.name, provide);
      return {};
    },
  }));
  return { module: Placeholders, global: true, providers, exports: tokens as InjectionToken[] };
}

function faultOf(resource: string, token: Token): Fault {
  if (isUntyped(token))
    return {
      resource,
      member: '',
      wrong: 'a parameter of its constructor has no class while the program runs',
      step: 'import the class without "type", and let forwardRef break a cycle of imports',
    };
  const needed = tokenName(token);
  return {
    resource,
    member: '',
    wrong: `it needs ${needed}, which its module does not have`,
    step: `add ${needed} to the providers of that module, or import a module that exports it`,
  };
}

/** An interface, or a class that is imported as a type, is `Object` in the metadata. */
const isUntyped = (token: Token): boolean => token === undefined || token === Object;

const tokenName = (token: Token): string =>
  typeof token === 'function' ? token.name : String(token);

/** Nest exports no class for the error. */
const isUnknownDependency = (error: unknown): error is UnknownDependency =>
  (error as Error | null)?.constructor.name === 'UnknownDependenciesException';
