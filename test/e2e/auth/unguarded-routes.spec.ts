import { Controller, Get, Module, type INestApplication } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { createApplication } from '../../../src/index.js';
import { deployment } from '../../../demo/deployment.js';
import { describeStartFailure } from '../../../src/app/describe-start-failure.js';
import { readEnvironment } from '../../../src/options/read-environment.js';
import { validateAgainstDocument } from '../../support/document/validate-against-document.js';

@Controller('reports')
class ReportsController {
  @Get([':year', 'latest'])
  find(): object {
    return {};
  }
}

@Module({ controllers: [ReportsController] })
class ReportsModule {}

const response = (): Promise<string> => Promise.resolve('Anybody reads this.');
const make = async (): Promise<NestFastifyApplication> => {
  const demo = deployment(
    readEnvironment({ DATABASE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' }),
  );
  const app = await createApplication({ ...demo, modules: [...demo.modules, ReportsModule] });
  validateAgainstDocument(app);
  return app;
};
const fastifyOf = (app: INestApplication) => app.getHttpAdapter().getInstance() as FastifyInstance;

/** What a start prints that fails. */
async function startFailure(
  declare: (app: NestFastifyApplication) => unknown,
): Promise<string | null> {
  const app = await make();
  try {
    await declare(app);
    await app.listen(0, '127.0.0.1');
    return null;
  } catch (error) {
    return describeStartFailure(error);
  } finally {
    await app.close();
  }
}

describe('A route without a guard (C2.1, threats)', () => {
  it('fails the start, with all such routes in one report', async () => {
    const failure = await startFailure(async (app) => {
      fastifyOf(app).get('/early', response);
      await app.init();
      app.getHttpAdapter().get('/by-the-adapter/:id', response);
      fastifyOf(app).route({ method: ['POST', 'PUT'], url: '/late', handler: response });
    });
    expect(failure).toBe(
      [
        'These routes are declared on Fastify itself, where no guard runs:',
        ...[
          '  GET /early',
          '  HEAD /early',
          '  GET /by-the-adapter/:id',
          '  HEAD /by-the-adapter/:id',
          '  POST, PUT /late',
        ],
        'Declare them in a controller, or mark them as public: { config: { public: true } }.',
      ].join('\n'),
    );
  });

  it('fails the start in a plugin, too', async () => {
    const failure = await startFailure((app) =>
      fastifyOf(app).register((instance) => void instance.get('/x', response), {
        prefix: '/plugin',
      }),
    );
    expect(failure).toContain('  GET /plugin/x\n');
  });

  it('is accepted if it is marked as public', async () => {
    expect(await startFailure(() => undefined)).toBeNull();
    expect(
      await startFailure((app) => fastifyOf(app).get('/x', { config: { public: true } }, response)),
    ).toBeNull();
  });
});
