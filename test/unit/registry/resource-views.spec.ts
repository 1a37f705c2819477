import { BelongsTo, Field, type ResourceClass } from '../../../src/definition/index.js';
import type {
  CompiledResource,
  ResourceView,
} from '../../../src/registry/resources/compiled-resource.js';
import { ResourceViews } from '../../../src/registry/resources/resource-views.js';
import type { ResourceRequest } from '../../../src/base/types/register.js';
import { compile } from './library/compile.js';
import { define } from './library/define.js';
import { Author, Publisher } from './library/entities.js';

const request = (resource: string): ResourceRequest => ({
  user: null as never,
  origin: { channel: 'http', client: null, batchId: '' },
  resource,
  operation: 'index',
  id: null,
  query: {},
});

async function compiled(members: Parameters<typeof define>[2]): Promise<ResourceView> {
  const y: ResourceClass = define('Y', Publisher, { name: Field() });
  const publisher = BelongsTo(() => y as never) as never;
  const { resources } = await compile([define('X', Author, { ...members, publisher }), y]);
  return new Map(resources!.map((resource) => [resource.key, resource]));
}

describe('The resources that a caller sees', () => {
  it('are those of the registry if nothing is restricted (C5.9)', async () => {
    const full = await compiled({ name: Field() });
    expect(await new ResourceViews(full).seenBy(request('x'))).toBe(full);
  });

  it('are those of the registry for a caller who sees everything (C5.9)', async () => {
    const full = await compiled({ name: Field({ canSee: () => true }) });
    expect(await new ResourceViews(full).seenBy(request('x'))).toBe(full);
  });

  it('are the same objects for callers who see the same members (C5.9)', async () => {
    const views = new ResourceViews(
      await compiled({ name: Field({ canSee: ({ resource }) => resource === 'x' }) }),
    );
    const one = await views.seenBy(request('y'));
    expect(await views.seenBy(request('z'))).toBe(one);
    expect(one.get('x')!.fields.has('name')).toBe(false);
    expect((await views.seenBy(request('x'))).get('x')!.fields.has('name')).toBe(true);
  });

  it('lead only to each other, and know the whole resource (C5.9)', async () => {
    const full = await compiled({ name: Field({ canSee: () => false }) });
    const view = await new ResourceViews(full).seenBy(request('x'));
    const targets = [...view.values()].flatMap(({ relations }) =>
      [...relations.values()].flatMap((member) =>
        member.form === 'relation' ? [member.resource] : [],
      ),
    );
    expect(targets.length).toBeGreaterThan(0);
    for (const target of targets) expect(target).toBe(view.get(target.key));
    for (const [key, resource] of view) {
      expect([resource.view, resource.full]).toEqual([view, full.get(key)]);
      expect(Object.isFrozen(resource)).toBe(true);
    }
  });

  it('are kept for a bounded number of callers (C5.9)', async () => {
    let hidden = 0;
    const members = Object.fromEntries(
      ['name', 'age', 'portrait_path', 'settings'].map((name, bit) => [
        name,
        Field({ canSee: () => (hidden & (1 << bit)) === 0 }),
      ]),
    );
    const views = new ResourceViews(await compiled(members), 2);
    const seen = async (bits: number): Promise<CompiledResource> => {
      hidden = bits;
      return (await views.seenBy(request('x'))).get('x')!;
    };
    const first = await seen(1);
    await seen(2);
    expect(await seen(1)).toBe(first);
    await seen(3);
    expect(await seen(1)).toBe(first);
    await seen(4);
    await seen(5);
    expect(await seen(1)).not.toBe(first);
  });
});
