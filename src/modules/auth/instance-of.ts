import type { Type } from '@nestjs/common';
import type { ModuleRef } from '@nestjs/core';

/**
 * Returns the instance of a class of the team: that of the module which provides it, or a new one
 * with its dependencies.
 */
export async function instanceOf<Instance>(
  moduleRef: ModuleRef,
  type: Type<Instance>,
): Promise<Instance> {
  try {
    return moduleRef.get(type, { strict: false });
  } catch {
    return moduleRef.create(type);
  }
}
