import { setTimeout as pause } from 'node:timers/promises';
import { Controller, Get, Module, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { createApplication, Public } from '../../../src/index.js';
import { deployment } from '../../../demo/deployment.js';
import { readEnvironment } from '../../../src/options/read-environment.js';
import { patientLimits } from '../../support/patient-limits.js';

/** Sends its first half at once and its second after the given milliseconds. */
@Public()
@Controller('slow')
class SlowController {
  @Get(':milliseconds')
  async show(
    @Param('milliseconds') milliseconds: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/plain' });
    reply.raw.write('first ');
    await pause(Number(milliseconds));
    reply.raw.end('second');
  }
}

@Module({ controllers: [SlowController] })
class SlowModule {}

/**
 * Runs the demo as a process of its own, with a slow response, which prints its address. `GRACE`:
 * milliseconds.
 */
const { options, modules } = deployment(readEnvironment(process.env));
const limits = {
  shutdownGrace: Number(process.env.GRACE),
  drainDelay: Number(process.env.DRAIN ?? 0),
  ...patientLimits,
};
const app = await createApplication({
  options: { ...options, limits },
  modules: [...modules, SlowModule],
});
await app.listen(0, '127.0.0.1');
console.log(await app.getUrl());
