import { Injectable, type Type } from '@nestjs/common';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import {
  createApplication,
  everything,
  exists,
  Field,
  or,
  Resource,
  ResourceModule,
  ResourceOf,
  visibleThrough,
  where,
  type Policy,
  type Scope,
  type UserOptions,
} from '../../../src/index.js';
import { RegistryModule } from '../../../src/app/registry/registry.module.js';
import { databaseUnderTest } from '../../support/databases.js';

@Entity('memos')
class Memo {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar') name!: string;
  @Column('varchar') password!: string;
  isBoss() {
    return this.name !== this.name.trim();
  }
}

type Sender = Record<string, any>;

/** Returns why an application does not start whose memos have the scope, and whose users the facts. */
async function faultsOf(
  scope: (user: Sender) => Scope<Memo>,
  facts: UserOptions<Memo>['facts'] = {},
): Promise<string> {
  const place = await databaseUnderTest();
  @Injectable()
  class MemoPolicy implements Policy<Memo, Sender> {
    scope = scope;
  }
  @Resource({ policy: MemoPolicy })
  class MemoResource extends ResourceOf(Memo) {
    @Field() name!: string;
  }
  class MemosModule {}
  ResourceModule({ resources: [MemoResource], existingTables: true })(MemosModule);
  const app = await createApplication({
    modules: [MemosModule as Type],
    options: {
      database: { url: place.url },
      authentication: { user: { entity: Memo, identifier: 'name', password: 'password', facts } },
      logLevel: 'silent',
    },
  });

  const { report } = await app.get(RegistryModule).compile(null);
  await app.close();
  await place.dispose();
  return report.faults
    .map(({ resource, member, wrong }) => `${resource}.${member}: ${wrong}`)
    .join();
}

const unknown = (name: string, kind: string) =>
  `MemoResource.scope: A condition on MemoResource uses "${name}", which is not a ${kind}`;

describe('The names in a fact about users', () => {
  it.each([
    ['is_boss', { is_boss: exists<any, any>('roles') }, 'uses "roles", which is not a relation'],
    [
      'sees',
      { sees: visibleThrough('memo') as Scope<Memo> },
      'uses "memo", which is not a relation',
    ],
    ['is_ann', { is_ann: where<Memo>({ name: 'ann' }) }, null],
  ])('are checked at boot: %s', async (name, facts, fault) => {
    expect(await faultsOf(everything, facts)).toEqual(
      fault === null ? '' : expect.stringContaining(fault),
    );
    if (fault !== null)
      expect(await faultsOf(everything, facts)).toContain(`authentication.user.facts.${name}: `);
  });
});

describe('The names in a scope', () => {
  it.each<readonly [string, string, (user: Sender) => Scope<Memo>]>([
    ['the only form', unknown('sender', 'relation'), () => visibleThrough('sender')],
    [
      'the form for most users',
      unknown('box', 'relation'),
      (user) => (user.is_admin ? everything() : exists<any, any>('box')),
    ],
    [
      'the form for some users',
      unknown('titel', 'column'),
      (user) => (user.is_admin ? where<any>({ titel: 'x' }) : where<any>({ id: user.id })),
    ],
    [
      'a part of it',
      unknown('titel', 'column'),
      (user) => or(where<any>({ id: user.id }), where<any>({ titel: 'x' })),
    ],
  ])('are checked at boot: %s', async (_what, fault, scope) => {
    expect(await faultsOf(scope)).toContain(fault);
  });

  it('are not known where the scope needs more than columns of its user', async () => {
    expect(await faultsOf((user) => where<any>({ id: user.boss.id }))).toBe('');
  });

  it('may come from the user', async () => {
    expect(await faultsOf((user) => visibleThrough(`${user.kind}s`))).toBe('');
  });

  it('are checked where a method of the user decides', async () => {
    expect(
      await faultsOf((user) => (user.isBoss() ? everything() : visibleThrough('box'))),
    ).toContain(unknown('box', 'relation'));
  });

  it('may be right', async () => {
    expect(await faultsOf((user) => where<any>({ id: user.id, name: 'x' }))).toBe('');
  });
});
