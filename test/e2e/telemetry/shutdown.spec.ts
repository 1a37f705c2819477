import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ObservedDemo } from './observed-demo.js';
import { collectedBy } from './otlp-collector.js';

describe('a service whose collector does not respond', () => {
  let silent: Server;
  beforeAll(async () => {
    silent = createServer(() => undefined);
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    Object.assign(process.env, collectedBy({ url: `http://127.0.0.1:${port}` }), {
      // The last export would take as long.
      OTEL_EXPORTER_OTLP_TIMEOUT: '600000',
      OTEL_BSP_EXPORT_TIMEOUT: '600000',
    });
  });
  afterAll(async () => {
    silent.close();
    silent.closeAllConnections();
    await once(silent, 'close');
  });

  it('responds as usual, and stops after a bounded wait, which it logs', async () => {
    const demo = await ObservedDemo.start();
    expect((await demo.fetch('/api/users/1')).status).toBe(200);
    await demo.close();
    expect(demo.lines).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        event: 'telemetry',
        message: 'The last spans and metrics were not exported.',
      }),
    );
  });
});
