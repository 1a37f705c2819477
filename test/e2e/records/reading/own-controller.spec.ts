import { Controller, Get, Req, UseGuards, UseInterceptors } from '@nestjs/common';
import {
  AbilityGuard,
  EnvelopeInterceptor,
  ReadRecords,
  RecordAbility,
  ResourceGuard,
  type AuthorizedHttpRequest,
  type RecordResult,
} from '../../../../src/index.js';
import { LibraryApp } from '../../../support/library-app/library-app.js';

/** A team's own route: the record of the path, as `show` returns it. */
@Controller('shelf/:resource')
@UseGuards(ResourceGuard, AbilityGuard)
@UseInterceptors(EnvelopeInterceptor)
class ShelfController {
  constructor(private readonly records: ReadRecords) {}

  @Get('plain')
  plain(): object {
    return { plain: true };
  }

  @Get(':id')
  @RecordAbility('show')
  show(@Req() { authorized }: AuthorizedHttpRequest<'show'>): Promise<RecordResult> {
    return this.records.show(authorized);
  }
}

describe("A team's own controller (decision 0032)", () => {
  let library: LibraryApp;
  beforeAll(async () => (library = await LibraryApp.start({ controllers: [ShelfController] })));
  afterAll(() => library.stop());

  const request = async (url: string, headers?: object) =>
    library.app.inject({
      method: 'GET',
      url,
      headers: { ...(headers ?? (await library.headers('reader'))) },
    });

  it('returns the envelope, flags and relations of the framework (C3.2, C3.3)', async () => {
    const [{ id }] = (await request('/api/books')).json<{ data: [{ id: string }] }>().data;
    const own = await request(`/shelf/books/${id}?include=author`);
    expect(own.statusCode).toBe(200);
    expect(own.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(own.body).toBe((await request(`/api/books/${id}?include=author`)).body);
  });

  it('rejects in the order of the guards (C4.3)', async () => {
    expect((await request('/shelf/books/1', {})).statusCode).toBe(401);
    expect((await request('/shelf/nothing/1')).statusCode).toBe(404);
    expect((await request('/shelf/books/1?include=nothing')).statusCode).toBe(400);
    expect((await request('/shelf/books/99999')).statusCode).toBe(404);
  });

  it('may return anything else unchanged', async () => {
    expect((await request('/shelf/books/plain')).json()).toEqual({ plain: true });
  });
});
