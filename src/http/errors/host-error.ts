/** Reports why an application cannot host the API, and what to write instead. */
export class HostError extends Error {
  override readonly name = 'HostError';

  static ofAdapter(): HostError {
    return new HostError(
      'ResourceApiModule needs Fastify. Write: NestFactory.create(AppModule, new FastifyAdapter())',
    );
  }

  static ofProxies(proxies: readonly string[]): HostError {
    const written = proxies.map((proxy) => `'${proxy}'`).join(', ');
    return new HostError(
      `The option trustedProxies belongs to the adapter of your application. Remove it, and write: new FastifyAdapter({ trustProxy: [${written}] })`,
    );
  }

  static ofForms(): HostError {
    return new HostError(
      'The API accepts multipart forms. Remove the option multipart: false from new FastifyAdapter().',
    );
  }

  static ofPrefix(prefix: string): HostError {
    return new HostError(
      `The application moves the API away from ${prefix}. If it calls setGlobalPrefix(), write: setGlobalPrefix('...', { exclude: ['${prefix.slice(1)}', '${prefix.slice(1)}/*path', 'mcp', 'docs', 'docs/*path', 'health/*path', 'metrics', 'storage/*path', '.well-known/*path'] })`,
    );
  }
}
