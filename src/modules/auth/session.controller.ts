import { Body, Controller, HttpCode, Post, Req, UseGuards } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { FrameworkController } from '../../http/errors/framework-controller.js';
import { clientAddressOf } from '../../http/requests/client-address.js';
import { AccessTokens } from './access-tokens.js';
import { findBearerToken } from './bearer-token.js';
import { parseObjectBody } from '../../pipeline/request/parse-object-body.js';
import { parseCredentials } from './credentials.js';
import { NoQueryGuard } from './no-query.guard.js';
import { OwnTokensGuard } from './own-tokens.guard.js';
import { Public } from './public.decorator.js';
import { SignIn, type IssuedToken } from './sign-in.js';

/** Login and logout. @contract C2.2 */
@FrameworkController()
@Controller()
@UseGuards(OwnTokensGuard, NoQueryGuard)
export class SessionController {
  constructor(
    private readonly signIn: SignIn,
    private readonly tokens: AccessTokens,
  ) {}

  @Public()
  @Post('login')
  @HttpCode(200)
  login(@Body() body: unknown, @Req() httpRequest: FastifyRequest): Promise<IssuedToken> {
    return this.signIn.run(parseCredentials(body), clientAddressOf(httpRequest));
  }

  @Post('logout')
  @HttpCode(204)
  async logout(@Body() body: unknown, @Req() httpRequest: FastifyRequest): Promise<void> {
    if (body !== undefined) parseObjectBody(body);
    const token = findBearerToken(httpRequest.headers);
    if (token !== undefined) await this.tokens.revoke(token);
  }
}
