import { Controller, Get, HttpException, Module } from '@nestjs/common';
import { Public, RequestError, type ResourceApiOptions } from 'resource-api';
import { createTestApplication, type TestApplication } from 'resource-api/testing';
import { describeCatalogue } from '../../../scripts/docs/describe-errors.js';
import { errorCatalogue } from '../../../src/base/errors/index.js';
import { authentication } from '../package/application/deployment.js';
import { NotesModule, type Account } from '../package/application/notes.js';

/** A controller that throws an error of status 418, in both ways. */
@Public()
@Controller('pot')
class PotController {
  @Get('own')
  own(): never {
    throw new RequestError('only_tea' as never);
  }

  @Get('nest')
  nest(): never {
    throw new HttpException('Only tea.', 418);
  }
}

@Module({ controllers: [PotController] })
class PotModule {}

export const startPot = (
  options: Partial<ResourceApiOptions<Account>> = {},
): Promise<TestApplication<Account>> =>
  createTestApplication<Account>({
    modules: [NotesModule, PotModule],
    options: { authentication, cors: ['https://tea.example.com'], ...options },
  });

/** The page `docs/reference/errors.md`. */
export const errorsPage = (): string => describeCatalogue(errorCatalogue);
