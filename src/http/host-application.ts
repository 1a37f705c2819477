import { Injectable, type INestApplication } from '@nestjs/common';

/** The application that the API runs in, for those who look at its controllers. Set before it starts. */
@Injectable()
export class HostApplication {
  /**
   * `null` if it was not created by `createApplication`: then its own controllers are not found.
   */
  application: INestApplication | null = null;
}
