import type { CliCall, CliCommand } from '../program/cli-command.js';

/** `resource-api migrate run` */
export const migrateRun: CliCommand = {
  name: 'migrate run',
  about:
    'Runs the pending migrations, each in a transaction of its own. Only one process migrates a database at a time.',
  json: true,
  async run(call: CliCall) {
    const { withMigrations } = await import('../tasks/with-migrations.js');
    return withMigrations(call, async (migrations) => {
      const progress = call.progress('Migrations', (await migrations.pending()).length);
      try {
        const executed = await migrations.run(progress);
        const lines = executed.map((name) => `${name} has been executed.`);
        return { text: lines.join('\n') || 'No migrations are pending.', data: { executed } };
      } finally {
        progress.end();
      }
    });
  },
};
