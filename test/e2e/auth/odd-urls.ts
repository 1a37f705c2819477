/** Forms of a URL that proxies and servers may read differently. */
export function oddFormsOf(path: string): readonly string[] {
  const segments = path.split('/').slice(1);
  const last = segments.at(-1)!;
  const before = path.slice(0, path.length - last.length);
  return [
    ...[
      `${path}/`,
      `${path}//`,
      `/${path}`,
      `//${path}`,
      path.replaceAll('/', '//'),
      path.replaceAll('/', '/./'),
    ],
    ...[
      `${path}/.`,
      `${path}/x/..`,
      `/x/..${path}`,
      `/health/..${path}`,
      `/docs/..${path}`,
      `/storage/..${path}`,
    ],
    ...[
      `/health/%2e%2e${path}`,
      `/docs/%2E%2E${path}`,
      `/storage/..%2f${path.slice(1)}`,
      `/..%2f${path.slice(1)}`,
    ],
    ...[
      `/health/live/../..${path}`,
      `/api/login/../..${path}`,
      `/metrics/..${path}`,
      `/docs/..;${path}`,
    ],
    ...[
      `${path};`,
      `${path};a=1`,
      `${before};a/${last}`,
      `${path}#a`,
      `${path}%23`,
      `${path}%3f`,
      `${path}?`,
    ],
    ...[
      `${path}%20`,
      `${path}%00`,
      `${path}%0a`,
      `${path}%0d%0aX: 1`,
      `${path}\\`,
      path.replaceAll('/', '\\'),
    ],
    ...[
      `/%2f${path.slice(1)}`,
      `${before.slice(0, -1)}%2f${last}`,
      `${before.slice(0, -1)}%252f${last}`,
    ],
    ...[
      path.toUpperCase(),
      `${before}${last.charAt(0).toUpperCase()}${last.slice(1)}`,
      encoded(path),
    ],
    ...[
      `http://elsewhere${path}`,
      `HTTP://x@y${path}`,
      `*${path}`,
      path.slice(1),
      `.${path}`,
      `@${path}`,
    ],
    ...[`${path}.json`, `${path}..;/`, `${path}%c0%af`, `${path}%ff`, `${path}%`, `${path}~`],
  ];
}

/** Escapes each letter. */
const encoded = (path: string): string =>
  path.replace(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
