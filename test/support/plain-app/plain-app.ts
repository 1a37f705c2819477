import { ResourceModule } from '../../../src/index.js';
import { AppUnderTest, startApp, withKey } from '../app-under-test.js';
import type { DatabaseUnderTest } from '../databases.js';
import { CreateSchool1735700000009 } from './create-school.migration.js';
import { Person } from './entities.js';
import { schoolResources } from './resources.js';

@ResourceModule({ resources: schoolResources, migrations: [CreateSchool1735700000009] })
class SchoolModule {}

export interface SchoolResponse {
  readonly status: number;
  /** Each test knows what it expects. */
  readonly body: any;
}

/** A school of ten resources in the short form. Person 1 is an admin, person 2 is not. */
export class PlainApp extends AppUnderTest<Person, 1 | 2> {
  static async start(source?: DatabaseUnderTest): Promise<PlainApp> {
    const started = await startApp<Person>(
      {
        modules: [SchoolModule],
        options: {
          authentication: { user: { entity: Person, identifier: 'email', password: 'password' } },
        },
      },
      source,
    );
    const school = new PlainApp(started, { 1: withKey(Person, 1), 2: withKey(Person, 2) });
    const people = school.test.factory(Person, { created_at: new Date('2025-01-01T00:00:00Z') });
    await people.create({ name: 'Ada', email: 'Ada@example.com', is_admin: true });
    await people.create({ name: 'Ben', email: 'Ben@example.com', is_admin: false });
    return school.signIn();
  }

  /** `send('POST', 'courses', {...})`, below the prefix, as person 1 or 2. */
  send(
    method: 'GET' | 'POST' | 'PATCH' | 'PUT',
    path: string,
    body?: object,
    person: 1 | 2 = 1,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<SchoolResponse> {
    return this.client(person).with(headers).send(method, `/${path}`, body);
  }
}
