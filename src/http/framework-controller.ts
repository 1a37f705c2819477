import 'reflect-metadata';

const FRAMEWORK = 'resource-api:framework-controller';

/**
 * Marks a controller of the framework itself. What it answers is described from the registry, and not by what
 * `@nestjs/swagger` finds in a team's controllers.
 */
export const FrameworkController = (): ClassDecorator => (target) => Reflect.defineMetadata(FRAMEWORK, true, target);

export const isFrameworkController = (target: object): boolean => Reflect.hasOwnMetadata(FRAMEWORK, target);
