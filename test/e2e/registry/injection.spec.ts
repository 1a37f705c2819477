import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Inject, Injectable, Module } from '@nestjs/common';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { checkDeployment } from '../../../src/tooling/cli/tasks/check-deployment.js';
import {
  Action,
  createApplication,
  Field,
  Resource,
  ResourceModule,
  ResourceOf,
  type ActionHandler,
  type Deployment,
} from '../../../src/index.js';
import { databaseUnderTest, type DatabaseUnderTest } from '../../support/databases.js';
import { OpenPolicy } from '../../support/open-policy.js';

@Entity('letters')
class Letter {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar') name!: string;
  @Column('varchar') password!: string;
}

@Injectable()
class Mailer {}
/** Its module does not export the mailer. */
@Module({ providers: [Mailer] })
class MailModule {}

@Injectable()
class LetterPolicy extends OpenPolicy {
  constructor(readonly mailer: Mailer) {
    super();
  }
}
@Action({})
class SendLetters implements ActionHandler<Letter> {
  constructor(
    readonly mailer: Mailer,
    @Inject('POSTAGE') readonly postage: number,
  ) {}
  handle() {}
}
@Action({})
class BurnLetters implements ActionHandler<Letter> {
  @Inject('MATCHES') readonly matches!: unknown;
  handle() {}
}
interface Typed {}
/** What it needs is a type, which is gone when the program runs. */
@Injectable()
class Untyped {
  constructor(readonly typed: Typed) {}
}

@Resource({ policy: LetterPolicy, actions: [SendLetters, BurnLetters], perPage: 0 })
class LetterResource extends ResourceOf(Letter) {
  @Field() name!: string;
}
@ResourceModule({ imports: [MailModule], resources: [LetterResource], providers: [Untyped] })
class LettersModule {}

let place: DatabaseUnderTest;
let deployment: Deployment<Letter>;
beforeAll(async () => {
  place = await databaseUnderTest();
  deployment = {
    modules: [LettersModule],
    options: {
      database: { url: place.url },
      authentication: { user: { entity: Letter, identifier: 'name', password: 'password' } },
      logLevel: 'silent',
    },
  };
});
afterAll(() => place.dispose());

const without = (needed: string) =>
  `it needs ${needed}, which its module does not have; add ${needed} to the providers of that module, or import a module that exports it.`;

const expected: readonly unknown[] = [
  `  LetterPolicy: ${without('Mailer')}`,
  `  SendLetters: ${without('Mailer')}`,
  `  SendLetters: ${without('POSTAGE')}`,
  `  BurnLetters: ${without('MATCHES')}`,
  '  Untyped: a parameter of its constructor has no class while the program runs; import the class without "type", and let forwardRef break a cycle of imports.',
  expect.stringContaining('  LetterResource: perPage is 0'),
];

describe('What Nest cannot inject', () => {
  it('stops the start, in one report with every other fault', async () => {
    const error = await createApplication(deployment).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect((error as Error).name).toBe('DefinitionError');
    const [head, ...lines] = (error as Error).message.split('\n');
    expect(head).toBe(`The definitions have ${expected.length} faults:`);
    for (const line of expected) expect(lines).toContainEqual(line);
  });

  it('leaves no database of an application that was not created', async () => {
    const { TMPDIR } = process.env;
    const folder = mkdtempSync(join(tmpdir(), 'injection-'));
    process.env.TMPDIR = folder;
    try {
      const { options } = deployment;
      const database = { ...options.database, url: 'sqlite::memory:' };
      const creating = createApplication({ ...deployment, options: { ...options, database } });
      await expect(creating).rejects.toThrow('The definitions have');
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      if (TMPDIR === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = TMPDIR;
      rmSync(folder, { recursive: true });
    }
  });

  it('is reported by `check`', async () => {
    const { report, exitCode, data } = await checkDeployment(deployment);
    expect(exitCode).toBe(1);
    for (const line of expected) expect(report.split('\n')).toContainEqual(line);
    expect(data.faults).toHaveLength(expected.length);
  });
});
