import {
  BadRequestException,
  ConflictException,
  ForbiddenException,
  HttpException,
  NotFoundException,
} from '@nestjs/common';
import {
  ServiceUnavailableException,
  UnauthorizedException,
  UnprocessableEntityException,
} from '@nestjs/common';
import { RequestError } from '../../../src/base/errors/index.js';
import { faults, signedIn, startToyApp, type ToyApp } from './toy-app.js';

describe('an exception', () => {
  let toy: ToyApp;
  beforeEach(async () => {
    toy = await startToyApp();
  });
  afterEach(() => toy.app.close());

  function responseTo(thrown: unknown) {
    faults.set('it', () => thrown);
    return toy.app.inject({ method: 'GET', url: '/api/faults/it', headers: signedIn });
  }

  it('becomes a response with its status, message, errors and headers for a request error (C9)', async () => {
    const errors = { name: ['The name field is required.'] };
    const response = await responseTo(
      new RequestError('validation_failed', { errors, headers: { 'X-Hint': 'a' } }),
    );
    expect([response.statusCode, response.headers['x-hint']]).toEqual([422, 'a']);
    expect(response.json()).toEqual({
      message: 'The given data was invalid.',
      code: 'validation_failed',
      errors,
    });
  });

  it.each([
    [
      new UnauthorizedException('the token is old'),
      401,
      { message: 'Unauthenticated.', code: 'unauthenticated' },
    ],
    [
      new ForbiddenException(),
      403,
      { message: 'This action is unauthorized.', code: 'unauthorized' },
    ],
    [new NotFoundException('Cannot GET /x'), 404, { message: 'Not found.', code: 'not_found' }],
    [new ConflictException('Taken.'), 409, { message: 'Taken.', code: 'conflict' }],
    [
      new HttpException('Pay first.', 402),
      402,
      { message: 'Pay first.', code: 'payment_required' },
    ],
    [
      new BadRequestException(['a must be a string', 'b is wrong']),
      400,
      {
        message: 'a must be a string b is wrong',
        code: 'malformed_request',
        errors: { request: ['The request is malformed.'] },
      },
    ],
    [
      new UnprocessableEntityException({ message: 'No.', errors: { a: ['b'] }, secret: 1 }),
      422,
      { message: 'The given data was invalid.', code: 'validation_failed', errors: { a: ['b'] } },
    ],
    [
      Object.assign(new Error('SELECT 1'), { statusCode: 413 }),
      413,
      { message: 'The body is too large.', code: 'payload_too_large' },
    ],
  ])(
    "becomes %p in the shape of the API, status %i, for a team's own error (C9)",
    async (thrown, status, body) => {
      const response = await responseTo(thrown);
      expect([response.statusCode, response.json()]).toEqual([status, body]);
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    },
  );

  it('contains how to sign in with every 401 (C2.5)', async () => {
    expect((await responseTo(new UnauthorizedException())).headers['www-authenticate']).toBe(
      'Bearer',
    );
  });

  it('contains when to try again with 429 and 503 (C9)', async () => {
    expect((await responseTo(new RequestError('unavailable'))).headers['retry-after']).toBe('1');
    expect((await responseTo(new ServiceUnavailableException())).headers['retry-after']).toBe('1');
    const error = new RequestError('too_many_requests', { headers: { 'retry-after': '7' } });
    expect((await responseTo(error)).headers['retry-after']).toBe('7');
  });

  it.each([
    new Error('SELECT * FROM users at /srv/app'),
    new HttpException('disk /dev/sda is full', 500),
    'a text',
    undefined,
    null,
    { statusCode: 404, message: 'no Error' },
  ])(
    'becomes `Server error.` with the id of the request, and reveals nothing else, for %p (C9)',
    async (thrown) => {
      const response = await responseTo(thrown);
      expect(response.statusCode).toBe(500);
      expect(response.json()).toEqual({
        message: 'Server error.',
        code: 'server_error',
        request_id: response.headers['x-request-id'],
      });
    },
  );

  it('is logged with its stack trace under the id of the request, without the values that drivers attach, if it is a fault (C9)', async () => {
    const driverError = Object.assign(new Error('constraint'), {
      code: '23505',
      parameters: ['scrypt$hash'],
    });
    const response = await responseTo(new RequestError('server_error', { cause: driverError }));
    const line = toy.lines().find(({ event }) => event === 'fault');
    expect(line).toMatchObject({
      level: 'error',
      request_id: response.headers['x-request-id'],
      path: '/api/faults/it',
      error: {
        stack: expect.stringContaining('RequestError'),
        cause: { message: 'constraint', code: '23505' },
      },
    });
    expect(JSON.stringify(line)).not.toContain('scrypt$hash');
  });

  it('is not logged as a fault if it rejects a request (C9)', async () => {
    await responseTo(new RequestError('not_found'));
    expect(toy.lines().filter(({ event }) => event === 'fault')).toEqual([]);
  });
});
