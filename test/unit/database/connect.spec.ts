import type { DataSource } from 'typeorm';
import { connect } from '../../../src/database/opening/connect.js';

const refused = (code: string) => Object.assign(new Error(code), { code });

/** A server that fails the given number of times before it responds. */
function serverThat(error: Error, times: number) {
  const server = { attempts: 0 };
  const initialize = async () => {
    if (++server.attempts <= times) throw error;
  };
  return { server, dataSource: { initialize } as unknown as DataSource };
}

describe('opening the database at boot', () => {
  it.each(['ECONNREFUSED', 'EAI_AGAIN', '57P03'])(
    'waits for a server that is not available yet: %s',
    async (code) => {
      const { server, dataSource } = serverThat(refused(code), 2);
      const reports: string[] = [];
      await connect(dataSource, (text) => reports.push(text), 5000);
      expect(server.attempts).toBe(3);
      expect(reports).toHaveLength(2);
    },
  );

  it.each(['28P01', 'ER_ACCESS_DENIED_ERROR', '3D000'])(
    'fails at once for errors that waiting cannot solve: %s',
    async (code) => {
      const { server, dataSource } = serverThat(refused(code), 100);
      await expect(connect(dataSource, () => undefined)).rejects.toThrow(code);
      expect(server.attempts).toBe(1);
    },
  );

  it('fails when the waiting time is over', async () => {
    const { dataSource } = serverThat(refused('ECONNREFUSED'), 100);
    await expect(connect(dataSource, () => undefined, 250)).rejects.toThrow('ECONNREFUSED');
  });
});
