import { IsDate, IsInt } from 'class-validator';
import { actionResponse } from '../../../src/addons/reference/openapi/payloads/action-response.js';
import type {
  ActionScope,
  CompiledAction,
} from '../../../src/registry/resources/compiled-resource.js';

class Counted {
  @IsInt() count!: number;
  @IsDate() at!: Date;
}

const action = (scope: ActionScope, response: unknown, handler: object = {}): CompiledAction =>
  ({ uriKey: 'count', name: 'Count', scope, handler, options: { response } }) as CompiledAction;

describe('The response of an action (C6.7)', () => {
  it('is not described unless it is declared', () => {
    expect(actionResponse(action('index', undefined), 'collection')).toBeNull();
  });

  it('is described by the decorators of its class, without messages of errors', () => {
    expect(actionResponse(action('standalone', Counted), 'collection')).toMatchObject({
      title: 'Count',
      required: ['count', 'at'],
      properties: { count: { type: 'integer' }, at: { type: 'string', format: 'date-time' } },
    });
    const { properties } = actionResponse(action('show', Counted), 'record') as any;
    expect(properties.at).not.toHaveProperty('description');
  });

  it('also lists the results of several chunks, without reduce', () => {
    const schema = { type: 'integer' };
    const listed = actionResponse(action('index', schema), 'collection') as any;
    expect(listed.anyOf[0]).toEqual(schema);
    expect(listed.anyOf[1].properties.data.items.anyOf).toEqual([schema, { type: 'null' }]);
    expect(actionResponse(action('index', schema, { reduce() {} }), 'collection')).toEqual({
      title: 'Count',
      ...schema,
    });
    expect(actionResponse(action('both', schema), 'record')).toEqual({ title: 'Count', ...schema });
  });
});
