/* global document, localStorage, location, PerformanceObserver, sessionStorage, window */

/**
 * The page's script: opens operations, each with a document and a Swagger UI of its own, and signs
 * the user in. The token is kept until the tab is closed.
 */
const reference = document.querySelector('#reference');
const filter = document.querySelector('#filter');
const form = document.querySelector('#sign-in');
const signedIn = document.querySelector('#signed-in');
const status = document.querySelector('#status');

const { scheme, script, style, operations, address } = reference.dataset;
const SESSION = 'resource-api.session';
/** The opened operations, by their items in the list. */
const opened = new Map();
let session = JSON.parse(sessionStorage.getItem(SESSION));
/** Swagger UI, once it is needed. */
let loading;

writeAddresses();
showSession();
openLinked();
afterFirstPaint(() => void swaggerUi().catch(() => undefined));

reference.addEventListener('click', (event) => {
  const button = event.target.closest('.operation > button');
  if (button !== null) void toggle(button.parentElement);
});
window.addEventListener('hashchange', openLinked);
filter.addEventListener('input', () => filterOperations(filter.value.trim().toLowerCase()));
document.querySelector('#theme').addEventListener('click', () => {
  const isDark = document.documentElement.classList.toggle('dark-mode');
  localStorage.setItem('resource-api.theme', isDark ? 'dark' : 'light');
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void signIn(Object.fromEntries(new FormData(form)));
});
signedIn.querySelector('button').addEventListener('click', () => void signOut());

/** A shell needs the whole URL, and the service may not know its own. */
function writeAddresses() {
  const url = String(new URL(address, document.baseURI));
  for (const command of document.querySelectorAll('.command code'))
    command.textContent = command.textContent.replace(`'${address}/`, `'${url}/`);
}

async function toggle(item) {
  const [button, slot] = item.children;
  const isOpen = button.getAttribute('aria-expanded') === 'true';
  button.setAttribute('aria-expanded', String(!isOpen));
  slot.hidden = isOpen;
  if (isOpen || opened.has(item)) return;
  opened.set(item, null);
  slot.textContent = 'Loading…';
  try {
    const [createUi, spec] = await Promise.all([swaggerUi(), documentOf(item.dataset.id)]);
    slot.textContent = '';
    // First, since Swagger UI decodes the fragment, which may not be valid.
    window.history.replaceState(null, '', `#${item.dataset.id}`);
    opened.set(item, show(createUi, spec, slot.appendChild(document.createElement('div'))));
  } catch (error) {
    opened.delete(item);
    slot.textContent = error.message;
  }
}

async function documentOf(id) {
  const response = await fetch(`${operations}/${encodeURIComponent(id)}`);
  const body = await response.json();
  if (!response.ok) throw new Error(body.message);
  const base = new URL(reference.dataset.document, document.baseURI);
  const servers = body.servers.map((server) => ({
    ...server,
    url: String(new URL(server.url, base)),
  }));
  return { ...body, servers };
}

function show(createUi, spec, domNode) {
  const ui = createUi({
    spec,
    domNode,
    layout: 'OneOperation',
    presets: [createUi.presets.apis],
    plugins: [oneOperation, groupedParameters, withoutEmptyParts],
    // No requests to other servers, and no configuration by the page's URL.
    validatorUrl: null,
    queryConfigEnabled: false,
    persistAuthorization: false,
    tryItOutEnabled: true,
    docExpansion: 'full',
    defaultModelsExpandDepth: -1,
    defaultModelRendering: 'example',
    displayOperationId: false,
    displayRequestDuration: true,
    onComplete: () => session && ui.preauthorizeApiKey(scheme, session.token),
  });
  return ui;
}

/** Swagger UI without the heading of the document, which the page shows once. */
const oneOperation = ({ React }) => ({
  components: {
    OneOperation: ({ getComponent, specSelectors }) =>
      React.createElement(
        'div',
        { className: 'swagger-ui' },
        React.createElement(getComponent('errors', true)),
        specSelectors.loadingStatus() === 'success' &&
          React.createElement(getComponent('operations', true)),
      ),
  },
});

/** Leaves optional parts of a form out while they are empty, unless a person ticks the box. */
const withoutEmptyParts = ({ React }) => ({
  wrapComponents: {
    ParameterIncludeEmpty: (Original) => (properties) =>
      React.createElement(Original, {
        ...properties,
        isIncludedOptions: { ...properties.isIncludedOptions, defaultValue: false },
      }),
  },
});

/** Puts a heading before each group of parameters, and hides the uncommon ones at first. */
function groupedParameters({ React }) {
  let shown = new Set(['Path', 'Common']);
  const listeners = new Set();
  const subscribe = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const toggleGroup = (name) => {
    const next = new Set(shown);
    if (!next.delete(name)) next.add(name);
    shown = next;
    for (const listener of listeners) listener();
  };
  const heading = (name, size, isShown) =>
    React.createElement(
      'tr',
      { className: 'parameter-group', 'data-group': name },
      React.createElement(
        'td',
        { colSpan: 2 },
        React.createElement(
          'button',
          { type: 'button', 'aria-expanded': isShown, onClick: () => toggleGroup(name) },
          `${name} (${size})`,
        ),
      ),
    );
  return {
    wrapComponents: {
      parameterRow: (Row) =>
        function GroupedRow(properties) {
          const groups = React.useSyncExternalStore(subscribe, () => shown);
          const name = properties.rawParam.get('x-group');
          if (name === undefined) return React.createElement(Row, properties);
          const size = properties.rawParam.get('x-group-size');
          const isShown = groups.has(name);
          return React.createElement(
            React.Fragment,
            null,
            size !== undefined && heading(name, size, isShown),
            isShown && React.createElement(Row, properties),
          );
        },
    },
  };
}

/** A cached script would run before the first paint, and delay it by its second. */
function afterFirstPaint(work) {
  const whenIdle = window.requestIdleCallback ?? setTimeout;
  const observer = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    whenIdle(work);
  });
  observer.observe({ type: 'paint', buffered: true });
}

/** Loads Swagger UI once. It is large, so the page is shown before. */
function swaggerUi() {
  loading ??= Promise.all([
    load('link', { rel: 'stylesheet', href: style }),
    load('script', { src: script }),
  ]).then(
    () => window.SwaggerUIBundle,
    (error) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

function load(name, attributes) {
  return new Promise((resolve, reject) => {
    const element = Object.assign(document.createElement(name), attributes);
    element.addEventListener('load', resolve);
    element.addEventListener('error', () => reject(new Error('The service cannot be reached.')));
    document.head.prepend(element);
  });
}

/** Opens the operation that the URL names after `#`. */
function openLinked() {
  const item = [...document.querySelectorAll('.operation')].find(
    ({ dataset }) => location.hash === new URL(`#${dataset.id}`, location).hash,
  );
  if (item === undefined || item.firstElementChild.getAttribute('aria-expanded') === 'true') return;
  item.closest('details').open = true;
  void toggle(item);
  item.scrollIntoView();
}

function filterOperations(text) {
  for (const tag of document.querySelectorAll('.tag')) {
    const items = [...tag.querySelectorAll('.operation')];
    for (const item of items)
      item.hidden = !item.firstElementChild.textContent.toLowerCase().includes(text);
    tag.hidden = items.every(({ hidden }) => hidden);
    if (text !== '') tag.open = true;
  }
}

async function signIn(given) {
  status.textContent = '';
  try {
    const token = given.token ?? (await login(given));
    remember({ token, name: given.email ?? null });
  } catch (error) {
    status.textContent = error.message;
  }
}

async function login(credentials) {
  const response = await send(form.dataset.login, { body: JSON.stringify(credentials) });
  const body = await response.json();
  if (response.ok) return body.access_token;
  throw new Error(
    response.status === 401 ? 'The e-mail address or the password is wrong.' : body.message,
  );
}

/** Revokes the token if the service issued it; the page forgets it even if that fails. */
async function signOut() {
  const { token } = session;
  remember(null);
  if (form.dataset.logout === undefined) return;
  await send(form.dataset.logout, { headers: { Authorization: `Bearer ${token}` } }).catch(
    () => undefined,
  );
}

/** @param next `null` if nobody is signed in */
function remember(next) {
  session = next;
  if (next === null) sessionStorage.removeItem(SESSION);
  else sessionStorage.setItem(SESSION, JSON.stringify(next));
  for (const ui of opened.values())
    if (next === null) ui?.authActions.logout([scheme]);
    else ui?.preauthorizeApiKey(scheme, next.token);
  showSession();
}

function showSession() {
  form.hidden = session !== null;
  signedIn.hidden = session === null;
  const { name } = session ?? {};
  signedIn.querySelector('span').textContent = name ? `Signed in as ${name}.` : 'Signed in.';
  if (session !== null) form.reset();
}

async function send(address, { headers = {}, body } = {}) {
  try {
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    return await fetch(address, {
      method: 'POST',
      headers: { ...type, ...headers },
      body,
      credentials: 'omit',
    });
  } catch {
    throw new Error('The service cannot be reached.');
  }
}
