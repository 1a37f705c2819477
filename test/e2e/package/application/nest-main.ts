import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Public, readEnvironment, ResourceApiModule } from 'resource-api';
import { deployment } from './deployment.js';

@Controller('hello')
class HelloController {
  @Public()
  @Get()
  hello(): string {
    return 'hello';
  }
}

const { options, modules } = deployment(readEnvironment(process.env));

@Module({
  imports: [ResourceApiModule.forRoot(options), ...modules],
  controllers: [HelloController],
})
class AppModule {}

const app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter(), {
  logger: ['error', 'warn'],
});
await app.listen(0, '127.0.0.1');
console.log(await app.getUrl());
