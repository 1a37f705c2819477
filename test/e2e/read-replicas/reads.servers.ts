import fc from 'fast-check';
import { NamedPersonGuard, ReplicatedSchool, type Caller, type Page } from './replicated-school.js';
import { starters, type ReplicatedServers } from './replicated-servers.js';

describe.each(['postgres', 'mariadb'] as const)('read replicas of %s', (engine) => {
  let servers: ReplicatedServers;
  let one: ReplicatedSchool;
  let other: ReplicatedSchool;
  let number = 0;
  beforeAll(async () => {
    servers = await starters[engine]();
    one = await ReplicatedSchool.start(servers);
    await one.enroll();
    other = await ReplicatedSchool.start(servers);
  });
  afterEach(async () => {
    for (const replica of servers.replicas) await replica.resume();
  });
  afterAll(async () => {
    await one?.stop();
    await other?.stop();
    await servers?.stop();
  });

  const newTitle = () => `Subject ${++number}`;
  const schools = () => [one, other];

  /** Pauses the replicas, once they have everything and are read. */
  async function pauseAll(): Promise<void> {
    await servers.untilApplied();
    for (const school of schools()) await school.untilReplicated(3);
    for (const replica of servers.replicas) await replica.pause();
  }

  async function store(title: string, caller: Caller, school = one): Promise<number> {
    const { data } = await school.post('/subjects', { title }, caller);
    return data.id as number;
  }

  it('respond to callers who have not written, as of what they have applied', async () => {
    await pauseAll();
    const before = await one.titles(3);
    const title = newTitle();
    await store(title, 1);
    for (const school of schools()) {
      const reads = school.reads;
      expect(await school.titles(3)).toEqual(before);
      expect(school.reads).toBeGreaterThan(reads);
    }
  });

  it('do not respond to a caller whose write they have not applied, in any process', async () => {
    await pauseAll();
    const title = newTitle();
    const id = await store(title, 1);
    const course = await one.post('/courses', { title, subject_id: id }, 1);
    for (const school of schools()) {
      expect(await school.titles(1)).toContain(title);
      expect((await school.get(`/subjects/${id}?include=courses`, 1)).data).toMatchObject({
        attributes: { title },
        relationships: { courses: [{ attributes: { title } }] },
      });
      expect((await school.get(`/subjects/${id}/courses`, 1)).meta.total).toBe(1);
      expect((await school.get(`/courses/${course.data.id}`, 1)).data.id).toBe(course.data.id);
    }
  });

  it.each([
    ['an update', (id: number) => one.client(1).patch(`/subjects/${id}`, { title: `New ${id}` })],
    ['a deletion', (id: number) => one.client(1).delete(`/subjects/${id}`)],
    [
      'a write with terms',
      (id: number) =>
        one
          .client(1)
          .with({ 'idempotency-key': `"${id}"` })
          .patch(`/subjects/${id}`, { title: `New ${id}` }),
    ],
    [
      'an action with the manager of TypeORM',
      (id: number) => one.client(1).post(`/subjects/${id}/actions?action=rename`, {}),
    ],
    [
      'the tool of an agent',
      async (id: number) => {
        const result = await one.tools(1).call('subjects-update-tool', { id, title: `New ${id}` });
        if (result.isError) throw new Error(JSON.stringify(result));
        return { status: 200 };
      },
    ],
  ])('have the last write of a caller before they are read: %s', async (name, write) => {
    const id = await store(newTitle(), 1);
    await pauseAll();
    const { status } = await write(id);
    expect(status).toBeLessThan(300);
    for (const school of schools()) {
      const response = await school.client(1).get<any>(`/subjects/${id}`);
      if (name === 'a deletion') expect(response.status).toBe(404);
      else expect(response.body.data.attributes.title).toBe(`New ${id}`);
      expect((await school.client(3).get<any>(`/subjects/${id}`)).status).toBe(200);
    }
  });

  it('have the last attach of a caller before they are read', async () => {
    const id = await store(newTitle(), 1);
    const fields = { title: newTitle(), subject_id: id };
    const course = (await one.post('/courses', fields, 1)).data.id as number;
    await pauseAll();
    await one.post(`/courses/${course}/attach/people`, { people: [2] }, 1);
    for (const school of schools()) {
      expect((await school.get(`/courses/${course}/people`, 1)).meta.total).toBe(1);
      expect((await school.get(`/courses/${course}?include=people`, 3)).data).toMatchObject({
        relationships: { people: [] },
      });
    }
  });

  it('are read again when they have applied the write', async () => {
    await pauseAll();
    const title = newTitle();
    await store(title, 1);
    for (const replica of servers.replicas) await replica.resume();
    for (const school of schools()) await school.untilReplicated(1);
    expect(await one.titles(1)).toContain(title);
  });

  it('are read while another one lags', async () => {
    await pauseAll();
    const title = newTitle();
    await store(title, 1);
    await servers.replicas[1].resume();
    for (const school of schools()) {
      await school.untilReplicated(1);
      expect(await school.titles(1)).toContain(title);
    }
  });

  it('share a count only with a caller who may see as little', async () => {
    await pauseAll();
    const before = (await one.titles(3)).length;
    await store(newTitle(), 1);
    const counts = await Promise.all(
      ([3, 1, 3, 1] as const).map(async (caller) => {
        const page = await one.get('/subjects?perPage=1', caller);
        return [caller, page.meta.total as number] as const;
      }),
    );
    for (const [caller, total] of counts)
      if (caller === 1) expect(total).toBe(before + 1);
      else expect(total).toBeGreaterThanOrEqual(before);
  });

  it('know the last write of a caller who has no token', async () => {
    const named = await ReplicatedSchool.start(servers, { middleware: [NamedPersonGuard] });
    try {
      await servers.untilApplied();
      await named.untilUsed(true, true);
      for (const replica of servers.replicas) await replica.pause();
      const title = newTitle();
      await store(title, 1);
      const titles = async (person: string) => {
        const { body } = await named.test
          .sending({ 'x-person': person })
          .get<Page>('/subjects?perPage=100');
        return body.data.map(({ attributes }) => attributes.title);
      };
      expect(await titles('1')).toContain(title);
      expect(await titles('3')).not.toContain(title);
    } finally {
      await named.stop();
    }
  });

  it('do not delay a logout', async () => {
    const token = { authorization: `Bearer ${await one.token(4)}` };
    const session = () => other.test.sending(token).get('/subjects');
    expect((await session()).status).toBe(200);
    await pauseAll();
    const { status } = await one.test.sending(token).post('/logout', {});
    expect(status).toBeLessThan(300);
    expect((await session()).status).toBe(401);
  });

  it('leave reads to the primary that need a change of the schema', async () => {
    const titles = await one.titles(1);
    await servers.run('alter table subjects rename column title to heading');
    await servers.untilApplied();
    for (const school of schools()) await school.untilFresh();
    for (const replica of servers.replicas) await replica.pause();
    await servers.run('alter table subjects rename column heading to title');
    for (const school of schools()) {
      await school.untilUsed(true, true);
      expect(await school.titles(3)).toEqual(titles);
    }
  });

  it('make no request fail when they are killed, and are read again when they are back', async () => {
    await servers.untilApplied();
    for (const school of schools()) await school.untilUsed(true, true);
    let isOver = false;
    const failures: unknown[] = [];
    const readAll = async (school: ReplicatedSchool, caller: Caller) => {
      while (!isOver) await school.titles(caller).catch((error) => void failures.push(error));
    };
    const reading = schools().flatMap((school) => [readAll(school, 2), readAll(school, 3)]);
    await servers.replicas[0].kill();
    for (const school of schools()) await school.untilUsed(false, true);
    await servers.replicas[1].kill();
    for (const school of schools()) await school.untilUsed(false, false);
    const title = newTitle();
    await store(title, 1);
    for (const school of schools()) expect(await school.titles(3)).toContain(title);
    for (const replica of servers.replicas) await replica.restart();
    for (const school of schools()) await school.untilUsed(true, true);
    isOver = true;
    await Promise.all(reading);
    expect(failures).toEqual([]);
    for (const school of schools()) await school.untilReplicated(1);
    expect(await one.titles(3)).toContain(title);
  });

  it('are not read when they are too late', async () => {
    const strict = await ReplicatedSchool.start(servers, { replicaLag: 1 });
    try {
      await servers.untilApplied();
      await strict.untilUsed(true, true);
      for (const replica of servers.replicas) await replica.pause();
      const title = newTitle();
      await store(title, 1);
      await strict.untilUsed(false, false);
      expect(await strict.titles(3)).toContain(title);
    } finally {
      await strict.stop();
    }
  });

  it('never show anybody less than they have written', async () => {
    const ids = [
      await store(newTitle(), 1),
      await store(newTitle(), 2),
      await store(newTitle(), 3),
    ];
    const step = fc.record({
      isWrite: fc.boolean(),
      school: fc.constantFrom(0, 1),
      read: fc.constantFrom('show', 'index', 'tool'),
    });
    const turn = fc.record({ replica: fc.constantFrom(0, 1), isPaused: fc.boolean() });
    const steps = fc.array(step, { minLength: 4, maxLength: 12 });
    const turns = fc.array(turn, { minLength: 2, maxLength: 6 });
    const written = [0, 0, 0];
    const [reads, before] = [() => one.reads + other.reads, one.reads + other.reads];

    async function run(at: number, list: readonly Step[]): Promise<void> {
      const caller = (at + 1) as Caller;
      for (const { isWrite, school, read } of list) {
        const app = schools()[school]!;
        if (isWrite) {
          const title = `${caller}-${written[at]! + 1}`;
          const { status } = await app.client(caller).patch(`/subjects/${ids[at]}`, { title });
          expect(status).toBe(200);
          written[at]! += 1;
        } else {
          const title = await readers[read]!(app, ids[at]!, caller);
          const seen = title.startsWith(`${caller}-`) ? Number(title.slice(2)) : 0;
          expect(seen).toBeGreaterThanOrEqual(written[at]!);
        }
      }
    }

    await fc.assert(
      fc.asyncProperty(steps, steps, steps, turns, async (...lists) => {
        const [first, second, third, moves] = lists;
        const turning = async () => {
          for (const { replica, isPaused } of moves)
            await servers.replicas[replica][isPaused ? 'pause' : 'resume']();
        };
        await Promise.all([run(0, first), run(1, second), run(2, third), turning()]);
        for (const replica of servers.replicas) await replica.resume();
        for (const school of schools()) await school.untilReplicated(1);
      }),
      { numRuns: 10, endOnFailure: true },
    );
    expect(reads()).toBeGreaterThan(before);
  });
});

interface Shown {
  readonly data: { readonly attributes: { readonly title: string } };
}

interface Step {
  readonly isWrite: boolean;
  readonly school: number;
  readonly read: string;
}

/** Ways to read the title of a subject. */
const readers: Readonly<
  Record<string, (school: ReplicatedSchool, id: number, caller: Caller) => Promise<string>>
> = {
  show: async (school, id, caller) =>
    (await school.get(`/subjects/${id}`, caller)).data.attributes.title as string,
  index: async (school, id, caller) => {
    const { data } = await school.get<Page>('/subjects?perPage=100', caller);
    return data.find((subject) => String(subject.id) === String(id))!.attributes.title;
  },
  tool: async (school, id, caller) => {
    const { structuredContent } = await school.tools(caller).call('subjects-show-tool', { id });
    return (structuredContent as Shown).data.attributes.title;
  },
};
