import type { Type } from '@nestjs/common';
import type { LazyModuleLoader } from '@nestjs/core';

/**
 * Returns a function that loads a part of the service by `import()` on its first call, so that a
 * start neither waits for it nor keeps it in memory. Concurrent calls share one load. A failed load
 * rejects all of them, with the reason, and the next call tries again.
 *
 * What a start verifies must not be inside: its errors would wait for a request.
 */
export function loadOnce<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}

/** A module of Nest that is not part of the application at first, and the provider to use. */
interface LazyProvider<Provider> {
  readonly module: Type;
  readonly provider: Type<Provider>;
}

/**
 * Does the same for a provider of a module of Nest, which is added to the running application. Nest
 * calls no lifecycle hooks there.
 */
export const loadProviderOnce = <Provider>(
  modules: LazyModuleLoader,
  load: () => Promise<LazyProvider<Provider>>,
): (() => Promise<Provider>) =>
  loadOnce(async () => {
    const { module, provider } = await load();
    const loaded = await modules.load(() => module, { logger: false });
    return loaded.get(provider);
  });
