import type { CliCall, CliCommand } from '../program/cli-command.js';

/** `resource-api migrate revert` */
export const migrateRevert: CliCommand = {
  name: 'migrate revert',
  about: 'Reverts the last migration, and removes what its tables and columns contain.',
  json: true,
  async run(call: CliCall) {
    const { withMigrations } = await import('../tasks/with-migrations.js');
    return withMigrations(call, async (migrations) => {
      const reverted = await migrations.revert();
      const text = reverted === null ? 'No migration has run.' : `${reverted} has been reverted.`;
      return { text, data: { reverted } };
    });
  },
};
