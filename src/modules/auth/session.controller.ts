import { Body, Controller, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FrameworkController } from '../../http/errors/framework-controller.js';
import { clientAddressOf } from '../../http/requests/client-address.js';
import { AccessTokens } from './access-tokens.js';
import { parseObjectBody } from '../../pipeline/request/parse-object-body.js';
import { parseCredentials } from './credentials.js';
import { NoQueryGuard } from './no-query.guard.js';
import { OwnTokensGuard } from './own-tokens.guard.js';
import { Public } from './public.decorator.js';
import { SessionCookies } from './session-cookies.js';
import { SignIn, type IssuedToken } from './sign-in.js';

/** The response body of a login with a cookie. @contract C2.10 */
interface StartedSession {
  readonly token_type: 'Cookie';
  /** Seconds. */
  readonly expires_in: number;
}

/** Login and logout. @contract C2.2, C2.10 */
@FrameworkController()
@Controller()
@UseGuards(OwnTokensGuard, NoQueryGuard)
export class SessionController {
  constructor(
    private readonly signIn: SignIn,
    private readonly tokens: AccessTokens,
    private readonly cookies: SessionCookies,
  ) {}

  @Public()
  @Post('login')
  @HttpCode(200)
  async login(
    @Body() body: unknown,
    @Req() httpRequest: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<IssuedToken | StartedSession> {
    const credentials = parseCredentials(body, this.cookies.isEnabled);
    if (credentials.isForCookie) this.cookies.verifySite(httpRequest);
    const issued = await this.signIn.run(credentials, clientAddressOf(httpRequest));
    if (!credentials.isForCookie) return issued;
    reply.header('set-cookie', this.cookies.store(issued.access_token, httpRequest.headers));
    return { token_type: 'Cookie', expires_in: issued.expires_in };
  }

  @Post('logout')
  @HttpCode(204)
  async logout(
    @Body() body: unknown,
    @Req() httpRequest: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    if (body !== undefined) parseObjectBody(body);
    const token = this.cookies.findToken(httpRequest);
    if (token !== undefined) await this.tokens.revoke(token);
    if (this.cookies.isUsedBy(httpRequest))
      reply.header('set-cookie', this.cookies.remove(httpRequest.headers));
  }
}
