import { Module } from '@nestjs/common';
import { createApplication, DATABASE, readEnvironment, type Database } from 'resource-api';
import { deployment } from '../../demo/deployment.js';
import { seedWhenEmpty } from '../../demo/seed/seed-when-empty.js';
import { AskingTools } from './fixtures/asking-tools.js';
import { FixtureTexts } from './fixtures/fixture-texts.js';
import { FixtureTools } from './fixtures/fixture-tools.js';

/** The demo with the fixtures of the suite. */
@Module({ providers: [FixtureTools, AskingTools, FixtureTexts] })
class FixtureModule {}

const { options, modules } = deployment(readEnvironment(process.env));
const application = await createApplication({ options, modules: [...modules, FixtureModule] });
await application.init();
await seedWhenEmpty(application.get<Database>(DATABASE));
await application.listen(0, '127.0.0.1');
process.send?.(await application.getUrl());
