import type { EntityManager } from 'typeorm';
import type { AppUser, ResourceRequest } from '../../../../src/base/types/register.js';
import { requestWithManager } from '../../../../src/modules/records/writing/write-request.js';
import {
  DescribedRequest,
  requestWith,
} from '../../../../src/pipeline/authorization/request-context.js';

let reads = 0;
const facts: Omit<ResourceRequest, 'query'> = {
  user: { id: 1 } as unknown as AppUser,
  origin: { channel: 'test', ip: undefined } as unknown as ResourceRequest['origin'],
  resource: 'posts',
  operation: 'update',
  id: '7',
};
const described = () => new DescribedRequest(facts, () => ({ read: String((reads += 1)) }));
const manager = {} as EntityManager;
const managed = () => requestWithManager(described(), { added: true }, () => manager);

beforeEach(() => (reads = 0));

describe('A request as callbacks receive it', () => {
  it('joins its parameters when they are read', () => {
    const request = requestWith(described(), { id: '8', run: 'it' });
    expect(reads).toBe(0);
    expect(request.query).toEqual({ read: '1' });
    expect({ ...request }).toEqual({ ...facts, id: '8', run: 'it', query: { read: '2' } });
  });

  it('has its members of its own, so that a copy has them', () => {
    expect(Object.keys(managed())).toEqual([...Object.keys(facts), 'query', 'manager', 'added']);
    expect({ ...managed() }).toMatchObject({ ...facts, query: { read: '1' }, manager });
    expect(JSON.parse(JSON.stringify(described()))).toMatchObject({ query: { read: '2' } });
  });

  it('asks for the manager when it is read', () => {
    let asked = 0;
    const request = requestWithManager(described(), {}, () => ((asked += 1), manager));
    expect([asked, request.manager, asked]).toEqual([0, manager, 1]);
  });

  it.each(['query', 'manager'])('shares the accessor of %s with all others', (name) => {
    const accessorOf = (request: object) => Object.getOwnPropertyDescriptor(request, name)?.get;
    expect(accessorOf(managed())).toBeInstanceOf(Function);
    expect(accessorOf(managed())).toBe(accessorOf(managed()));
  });
});
