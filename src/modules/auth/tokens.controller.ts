import { Controller, Delete, Get, HttpCode, Param, Req, UseGuards } from '@nestjs/common';
import { FrameworkController } from '../../http/errors/framework-controller.js';
import { RequestError } from '../../base/errors/index.js';
import { AccessTokens, type TokenRow } from './access-tokens.js';
import { NoQueryGuard } from './no-query.guard.js';
import { OwnTokensGuard } from './own-tokens.guard.js';
import { UserTable } from './user-table.js';

interface SignedIn {
  readonly user: object;
}

const KEY = /^[1-9]\d{0,9}$/;
const MAX_KEY = 2_147_483_647;

/** The user's own tokens. @contract C2.2 */
@FrameworkController()
@Controller('tokens')
@UseGuards(OwnTokensGuard, NoQueryGuard)
export class TokensController {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly users: UserTable,
  ) {}

  @Get()
  async index(@Req() { user }: SignedIn): Promise<{ data: TokenRow[] }> {
    return { data: await this.tokens.list(this.users.userKey(user)) };
  }

  @Delete(':id')
  @HttpCode(204)
  async delete(@Param('id') id: string, @Req() { user }: SignedIn): Promise<void> {
    if (!KEY.test(id) || Number(id) > MAX_KEY) throw new RequestError('not_found');
    if (!(await this.tokens.revokeById(Number(id), this.users.userKey(user))))
      throw new RequestError('not_found');
  }
}
