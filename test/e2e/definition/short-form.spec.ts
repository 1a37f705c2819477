import { readFileSync } from 'node:fs';
import { describeResources } from '../../../src/registry/describe-resources.js';
import { ResourceRegistry } from '../../../src/registry/resources/resource-registry.js';
import { ResourceModule } from '../../../src/index.js';
import { startApp, withKey, type StartedApp } from '../../support/app-under-test.js';
import { CreateSchool1735700000009 } from './create-school.migration.js';
import { Person, schoolResources } from './school.js';
import { testDialect } from '../../support/databases.js';
import { resolveReferences } from '../../support/document/resolve-references.js';

@ResourceModule({ resources: schoolResources, migrations: [CreateSchool1735700000009] })
class SchoolModule {}

let school: StartedApp<Person>;
/** The keys of one record of each resource. */
const keys: Record<string, string> = {};

const bodies: readonly (readonly [string, () => object])[] = [
  ['subjects', () => ({ title: 'History' })],
  ['buildings', () => ({ address: '1 Main Street' })],
  ['halls', () => ({ label: 'A 1', building: keys.buildings })],
  [
    'courses',
    () => ({ title: 'Rome', status: 'open', fee: '12.5', subject_id: Number(keys.subjects) }),
  ],
  ['lessons', () => ({ starts_at: '2025-03-01T09:00:00Z', minutes: 45, course_id: keys.courses })],
  ['tasks', () => ({ title: 'Read chapter 1', lesson_id: keys.lessons })],
  ['badges', () => ({ number: 'B-1', person_id: '1' })],
  ['holidays', () => ({ name: 'Easter', first_day: '2025-04-18', last_day: '2025-04-21' })],
  ['notices', () => ({ content: 'Welcome', pinned: false })],
];

beforeAll(async () => {
  school = await startApp<Person>({
    modules: [SchoolModule],
    options: {
      authentication: { user: { entity: Person, identifier: 'email', password: 'password' } },
    },
  });
  const people = school.test.factory(Person, { created_at: new Date('2025-01-01T00:00:00Z') });
  await people.create({ name: 'Ada', email: 'Ada@example.com', is_admin: true });
  await people.create({ name: 'Ben', email: 'Ben@example.com', is_admin: false });
  for (const [resource, body] of bodies) {
    const stored = await send('POST', resource, body());
    expect([resource, stored.status, stored.body.errors]).toEqual([resource, 201, undefined]);
    keys[resource] = stored.body.data.id;
  }
});
afterAll(async () => {
  await school?.test.close();
  await school?.source.dispose();
});

/** Sends a request as person 1, who is an admin, or as person 2, who is not. */
const send = (
  method: 'GET' | 'POST' | 'PATCH' | 'PUT',
  path: string,
  body?: object,
  person: 1 | 2 = 1,
  headers: Readonly<Record<string, string>> = {},
) => school.test.as(withKey(Person, person)).with(headers).send<any>(method, `/${path}`, body);

const errorsOf = async (
  method: 'POST' | 'PUT' | 'PATCH',
  path: string,
  body: object,
  headers = {},
) => {
  const response = await send(method, path, body, 1, headers);
  expect([path, response.status]).toEqual([path, 422]);
  return response.body.errors as Readonly<Record<string, readonly string[]>>;
};

describe('Ten plain resources', () => {
  it('take about 250 lines with their entities and policies', () => {
    const file = readFileSync('test/e2e/definition/school.ts', 'utf8');
    expect(file.match(/@Resource\(/g)).toHaveLength(10);
    expect(file.split('\n').length).toBeLessThanOrEqual(250);
  });

  it('expose what is listed and nothing else', async () => {
    const { body } = await send('GET', 'people/1');
    expect(Object.keys(body.data.attributes)).toEqual(['name', 'email', 'created_at']);
    expect((await send('GET', 'people?is_admin=true')).status).toBe(400);
  });
});

describe('The rules of listed fields', () => {
  it('require what the column needs and nothing fills, on POST and PUT', async () => {
    const expected = {
      title: ['The title field is required.'],
      status: ['The status field is required.'],
      fee: ['The fee field is required.'],
      subject_id: ['The subject_id field is required.'],
    };
    expect(await errorsOf('POST', 'courses', {})).toEqual(expected);
    expect(await errorsOf('PUT', `courses/${keys.courses}`, {})).toEqual(expected);
    expect((await send('PATCH', `courses/${keys.courses}`, {})).status).toBe(200);
    expect(await errorsOf('PATCH', `courses/${keys.courses}`, { title: null })).toEqual({
      title: ['The title field is required.'],
    });
  });

  it('check types, lengths, ranges and enumerations, each once', async () => {
    expect(
      await errorsOf('POST', 'courses', { title: 'x'.repeat(81), status: 'lost', fee: 'free' }),
    ).toMatchObject({
      title: ['The title field must not be greater than 80 characters.'],
      status: ['The status field must be one of: planned, open, closed.'],
      fee: ['The fee field must be a number.'],
    });
    expect(await errorsOf('POST', 'buildings', { address: 1, floors: 40000 })).toEqual({
      address: ['The address field must be a string.'],
      floors: ['The floors field must be between -32768 and 32767.'],
    });
    expect(await errorsOf('POST', 'lessons', { starts_at: 'soon', minutes: 1.5 })).toMatchObject({
      starts_at: ['The starts_at field must be a valid date.'],
      minutes: ['The minutes field must be an integer.'],
    });
  });

  it('are worded in the language of the caller', async () => {
    const headers = { 'accept-language': 'de' };
    expect(await errorsOf('POST', 'buildings', { floors: 40000 }, headers)).toEqual({
      address: ['Das Feld address ist erforderlich.'],
      floors: ['Das Feld floors muss zwischen -32768 und 32767 sein.'],
    });
  });

  const english = 'The address field is required.';
  const german = 'Das Feld address ist erforderlich.';
  const french = 'Le champ address est obligatoire.';

  it.each([
    ['de-CH, de;q=0.9, en;q=0.8, *;q=0.5', german],
    ['en;q=0.5, fr', french],
    ['FR-ca', french],
    ['it, fr;q=0.9, de;q=0.8', french],
    ['de;q=0', english],
    ['*', english],
    ['', english],
    ['tlh, constructor, __proto__', english],
  ])('are in the first available language of "%s"', async (languages, message) => {
    expect(await errorsOf('POST', 'buildings', {}, { 'accept-language': languages })).toEqual({
      address: [message],
    });
  });

  it('allow null where the column does', async () => {
    const path = `lessons/${keys.lessons}`;
    const { status, body } = await send('PATCH', path, { hall_id: null });
    expect([status, body.data.attributes.hall_id]).toEqual([200, null]);
  });

  it('refuse keys of records that are not there, under the name that the body used', async () => {
    expect(await errorsOf('PATCH', `halls/${keys.halls}`, { building_id: 99 })).toEqual({
      building_id: ['The selected building_id is invalid.'],
    });
    expect(await errorsOf('PATCH', `halls/${keys.halls}`, { building: 99 })).toEqual({
      building: ['The selected building is invalid.'],
    });
  });

  it('refuse a taken value, but not the record of its own', async () => {
    expect(await errorsOf('POST', 'subjects', { title: 'History' })).toEqual({
      title: ['The title has already been taken.'],
    });
    const own = await send('PUT', `subjects/${keys.subjects}`, { title: 'History' });
    expect(own.status).toBe(200);
    expect(await errorsOf('POST', 'badges', { number: 'B-2', person_id: '1' })).toEqual({
      person_id: ['The person_id has already been taken.'],
    });
  });

  it('do not let anybody write what fills itself', async () => {
    const path = 'people/2?fields[people]=name,created_at';
    const before = await send('GET', path);
    const sent = { name: 'Benno', created_at: '1999-01-01T00:00:00Z' };
    const after = await send('PATCH', path, sent);
    expect(after.body.data.attributes).toEqual({
      name: 'Benno',
      created_at: before.body.data.attributes.created_at,
    });
  });
});

describe('The match types of listed fields', () => {
  it.each([
    ['status=open', 1],
    ['status=planned,closed', 0],
    ['fee=12.50', 1],
    ['filter[fee][gt]=12.5', 0],
  ])('come from the column: ?%s', async (query, total) => {
    const { body } = await send('GET', `courses?${query}`);
    expect(body.meta.total).toBe(total);
  });

  it('refuse values of another type', async () => {
    expect((await send('GET', 'courses?fee=cheap')).status).toBe(400);
    const days = await send('GET', 'lessons?starts_at=2025-03-01');
    expect(days.body.meta.total).toBe(1);
    expect((await send('GET', 'courses?title=Rome')).status).toBe(400);
  });
});

describe('Listed relations', () => {
  it('are loaded by the kinds and keys of the metadata', async () => {
    const { body } = await send('GET', `lessons/${keys.lessons}?include=course.subject,hall,tasks`);
    const { course, hall, tasks } = body.data.relationships;
    expect(course.relationships.subject.attributes).toEqual({ title: 'History' });
    expect(hall).toBeNull();
    expect(tasks.map(({ attributes }: { attributes: object }) => attributes)).toEqual([
      { title: 'Read chapter 1', due_on: null, lesson_id: keys.lessons },
    ]);
    const person = await send('GET', 'people/1?include=badge');
    expect(person.body.data.relationships.badge.attributes.number).toBe('B-1');
  });

  it('are attached, detached and synced as manage<Relation> decides', async () => {
    const change = (verb: string, person: 1 | 2 = 1) =>
      send('POST', `courses/${keys.courses}/${verb}/people`, { people: ['2'] }, person);
    expect((await change('attach', 2)).status).toBe(403);
    expect((await change('attach')).status).toBe(201);
    expect((await change('sync')).status).toBe(200);
    expect((await change('detach')).status).toBe(204);
    await send('PATCH', `courses/${keys.courses}`, { status: 'closed' });
    for (const verb of ['attach', 'sync', 'detach']) expect((await change(verb)).status).toBe(403);
  });

  it('follow a method of their own rather than manage<Relation>', async () => {
    const change = (verb: string, id: string, person: 1 | 2 = 1) =>
      send('POST', `people/${id}/${verb}/courses`, { courses: [keys.courses] }, person);
    expect((await change('attach', '2')).status).toBe(201);
    expect((await change('detach', '2')).status).toBe(403);
    expect((await change('detach', '2', 2)).status).toBe(204);
    expect((await change('attach', '2', 2)).status).toBe(403);
  });
});

describe('The OpenAPI document of listed members', () => {
  /** The stored length of a column, which the entity does not declare; SQLite does not limit lengths. */
  const storedLength = testDialect === 'sqlite' ? [] : ['max:20'];
  const schemaOf = async (path: string) => {
    const document = (await school.test.app.inject({ url: '/docs/openapi.json' })).json();
    const { schema } = document.paths[`/api/${path}`].post.requestBody.content['application/json'];
    return resolveReferences(document, schema);
  };

  it('marks the rules that come from a column, as resources:check does', async () => {
    const { properties } = await schemaOf('courses');
    const derived = Object.entries<Record<string, unknown>>(properties).map(([name, schema]) => [
      name,
      schema['x-derived-rules'],
    ]);
    expect(Object.fromEntries(derived)).toEqual({
      title: ['required', 'string', 'max:80'],
      status: ['required', 'string', ...storedLength, 'in:planned,open,closed'],
      fee: ['required'],
      subject_id: ['required', 'exists:subjects,id'],
      subject: ['required', 'exists:subjects,id'],
    });
    const { resources } = school.test.app.get(ResourceRegistry, { strict: false });
    const printed = describeResources([...resources], '/api');
    for (const [, rules] of derived) expect(printed).toContain((rules as string[]).join(' '));
    const { password } = (await schemaOf('people')).properties;
    expect(password['x-derived-rules']).toEqual(['string', 'max:255']);
  });

  it('contains the rules of the columns', async () => {
    const courses = await schemaOf('courses');
    expect(courses.properties).toMatchObject({
      title: { type: 'string', maxLength: 80 },
      status: { type: 'string', enum: ['planned', 'open', 'closed'] },
    });
    expect(courses.required).toEqual(['title', 'status', 'fee']);
    expect(courses.allOf).toEqual([
      { anyOf: [{ required: ['subject_id'] }, { required: ['subject'] }] },
    ]);
    const { properties } = await schemaOf('buildings');
    expect(properties.floors).toMatchObject({ minimum: -32768, maximum: 32767 });
    const subjects = await schemaOf('subjects');
    expect(subjects.properties.title.description).toBe(
      'May be refused: The title has already been taken.',
    );
  });

  it('does not contain what fills itself among what can be written', async () => {
    expect(Object.keys((await schemaOf('people')).properties)).toEqual([
      ...['name', 'email', 'password'],
    ]);
  });
});
