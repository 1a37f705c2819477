import {
  Action,
  Computed,
  Field,
  type Deprecation,
  type ResourceClass,
} from '../../../src/definition/index.js';
import { checkResources } from '../../../src/registry/check-resources.js';
import { compile } from './library/compile.js';
import { define } from './library/define.js';
import { Author } from './library/entities.js';
import { findingsOf, type FaultCase } from './library/fault-case.js';

const canSee = () => true;
const computed = (type: string, needs: readonly string[] = ['name']) =>
  Computed({ needs, type } as never) as never;

/** A resource whose class has a method of this name. */
function withMethod(name: string, decorate: never): ResourceClass {
  const definition = define('X', Author, { [name]: decorate });
  Object.defineProperty(definition.prototype, name, { value: () => '', enumerable: false });
  return definition;
}

const deprecated = (deprecation: unknown) => () =>
  define('X', Author, { name: Field({ deprecated: deprecation as Deprecation }) });

@Action({ deprecated: { since: '2026-11-01', until: '2027-11-01' } as never, standalone: true })
class Sweep {
  handle() {
    return null;
  }
}

const cases: readonly FaultCase[] = [
  ...(['soon', '2026-02-30', '', true, 1782864000, null] as const).map((since) => ({
    fault: `a deprecation since ${JSON.stringify(since)}, which is not a date (C17.7)`,
    declare: deprecated({ since }),
    member: 'name',
    wrong: `"${String(since)}" is not a date (deprecated.since)`,
    instead: "a date such as '2026-11-01'",
  })),
  {
    fault: 'a deprecation that is a date, but does not exist (C17.7)',
    declare: deprecated('2026-13-01'),
    member: 'name',
    wrong: '"2026-13-01" is not a date (deprecated.since)',
    instead: "a date such as '2026-11-01'",
  },
  {
    fault: 'a deprecation without a date (C17.7)',
    declare: deprecated({ sunset: '2026-11-01' }),
    member: 'name',
    wrong: '"undefined" is not a date (deprecated.since)',
    instead: "a date such as '2026-11-01'",
  },
  {
    fault: 'a deprecation that is only switched on (C17.7)',
    declare: deprecated(true),
    member: 'name',
    wrong: '"undefined" is not a date (deprecated.since)',
    instead: "a date such as '2026-11-01'",
  },
  {
    fault: 'a sunset that is not a date (C17.7)',
    declare: deprecated({ since: '2026-11-01', sunset: 'never' }),
    member: 'name',
    wrong: '"never" is not a date (deprecated.sunset)',
    instead: "a date such as '2026-11-01'",
  },
  {
    fault: 'a removal before the deprecation (C17.7)',
    declare: deprecated({ since: '2026-11-01', sunset: '2026-10-31' }),
    member: 'name',
    wrong: 'it would be removed on 2026-10-31, before 2026-11-01',
    instead: 'a sunset after since',
  },
  ...['/new', 'javascript:alert(1)', 'https://a.example/>; rel="next'].map((link) => ({
    fault: `a link to ${link} (C17.7)`,
    declare: deprecated({ since: '2026-11-01', link }),
    member: 'name',
    wrong: `"${link}" is not a URL (deprecated.link)`,
    instead: "a URL such as 'https://example.com/changes'",
  })),
  {
    fault: 'a misspelt member of a deprecation (C17.7)',
    declare: () => define('X', Author, { name: Field() }, { actions: [Sweep] }),
    member: 'Sweep',
    wrong: 'deprecated has no member "until"',
    instead: 'one of since, sunset, use, link',
  },
  {
    fault: 'a key that some callers do not see',
    declare: () => define('X', Author, { id: Field({ canSee }), name: Field() }),
    member: 'id',
    wrong: 'canSee hides the key of the record, which every response contains',
    instead: 'the field without canSee',
  },
  {
    fault: 'a key that is read in some places only',
    declare: () => define('X', Author, { id: Field({ only: ['show'] }), name: Field() }),
    member: 'id',
    wrong: 'only hides the key of the record, which every response contains',
    instead: 'the field without only',
  },
  {
    fault: 'a member that is not read anywhere',
    declare: () => define('X', Author, { name: Field({ only: [] }) }),
    member: 'name',
    wrong: 'only is empty, so the member would not be read anywhere',
    instead: 'only: [...] with index, show, tools',
  },
  {
    fault: 'an unknown place',
    declare: () => define('X', Author, { name: Field({ only: ['shwo' as never] }) }),
    member: 'name',
    wrong: 'only names "shwo", which is not a place where records are read',
    instead: '"show"',
  },
  {
    fault: 'a place of a field that is never read',
    declare: () => define('X', Author, { name: Field({ writeOnly: true, only: ['show'] }) }),
    member: 'name',
    wrong: 'only lists where the member is read, but it is never read',
    instead: 'the member without only',
  },
  {
    fault: 'a computed attribute that is not a method',
    declare: () => define('X', Author, { upper: computed('string') }),
    member: 'upper',
    wrong: 'the computed attribute is not a method',
    instead: '@Computed({ ... }) upper(request, record) { ... }',
  },
  {
    fault: 'a computed attribute of an unknown type',
    declare: () => withMethod('upper', computed('text')),
    member: 'upper',
    wrong: '"text" is not the type of a computed attribute',
    instead: 'type: one of string, integer, number, boolean, array, object, or a JSON Schema',
  },
  {
    fault: 'a computed attribute with the name of the key',
    declare: () => withMethod('id', computed('string')),
    member: 'id',
    wrong: 'every record has an "id" of its own',
    instead: 'another name',
  },
  {
    fault: 'a computed attribute that reads what is not a column',
    declare: () => withMethod('upper', computed('string', ['nam'])),
    member: 'upper',
    wrong: 'needs names "nam", which is not a column of the entity',
    instead: '"name"',
  },
  {
    fault: 'a relation that is always loaded and not declared',
    declare: () => define('X', Author, { name: Field() }, { with: ['name'] }),
    member: '',
    wrong: 'with names "name", which is not a relation of the resource',
    instead: 'nothing, since no name is declared',
  },
];

describe('The report names the member, what is wrong and what to write', () => {
  it.each(cases)('for $fault', async ({ declare, member, wrong, instead }) => {
    const [fault, ...others] = (await findingsOf({ declare })).faults;
    expect(fault).toMatchObject({ member, wrong, instead });
    expect(others).toEqual([]);
  });
});

describe('resources:check', () => {
  it('prints for whom and where a member is read (C5.9, C5.10)', async () => {
    const definition = define('X', Author, {
      name: Field({ canSee, only: ['index', 'tools'] }),
    });
    const { report } = checkResources(await compile([definition]), '/api');
    expect(report).toMatch(/^ +x +name .*canSee, only index tools$/m);
  });
});
