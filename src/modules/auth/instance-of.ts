import type { Type } from '@nestjs/common';
import type { ModuleRef } from '@nestjs/core';

/**
 * Returns the instance of an application's class: the one that a module provides, or a new one with
 * its dependencies.
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
