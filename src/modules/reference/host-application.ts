import { Injectable, type INestApplication } from '@nestjs/common';

/**
 * The application that the module runs in, whose controllers are looked through. Set before it
 * starts.
 */
@Injectable()
export class HostApplication {
  /**
   * `null` where `createApplication` did not make it: then a team's own controllers are not found.
   */
  application: INestApplication | null = null;
}
