import type { QueryRunner } from 'typeorm';
import type { SchemaFacts } from '../../registry/resources/schema-facts.js';
import { readSchema } from '../schema/read-schema.js';
import { dialectOf } from './column-types.js';

/** Reads the schema over a connection of TypeORM, which is all that migrations have. */
export const readSchemaOf = async (queryRunner: QueryRunner): Promise<SchemaFacts> =>
  readSchema({
    dialect: await dialectOf(queryRunner),
    query: async (sql) => {
      const rows = (await queryRunner.query(sql)) as readonly object[];
      return rows.map((row) => Object.values(row) as unknown[]);
    },
  });
