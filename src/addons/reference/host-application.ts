import { Injectable, type INestApplication } from '@nestjs/common';

/**
 * The application that the module runs in, whose controllers are described. Set before it starts.
 */
@Injectable()
export class HostApplication {
  /**
   * `null` if it was not created by `createApplication`: then its own controllers are not found.
   */
  application: INestApplication | null = null;
}
