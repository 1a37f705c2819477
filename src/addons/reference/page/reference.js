/* global SwaggerUIBundle, document */

/**
 * The page's script: shows the document, and signs the user in. The token is kept only in the
 * page's memory.
 */
const reference = document.querySelector('#reference');
const form = document.querySelector('#sign-in');
const signedIn = document.querySelector('#signed-in');
const status = document.querySelector('#status');

/** The document's security scheme. */
const scheme = reference.dataset.scheme;
let token = null;

const ui = SwaggerUIBundle({
  url: reference.dataset.document,
  domNode: reference,
  layout: 'BaseLayout',
  presets: [SwaggerUIBundle.presets.apis],
  // No requests to other servers, and no configuration by the page's URL.
  validatorUrl: null,
  queryConfigEnabled: false,
  persistAuthorization: false,
  tryItOutEnabled: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  defaultModelRendering: 'example',
  displayOperationId: false,
  displayRequestDuration: true,
  filter: true,
  onComplete: () => form.querySelector('button').removeAttribute('disabled'),
});

form.querySelector('button').setAttribute('disabled', '');

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void signIn(Object.fromEntries(new FormData(form)));
});

signedIn.querySelector('button').addEventListener('click', () => void signOut());

async function signIn(given) {
  status.textContent = '';
  try {
    token = given.token ?? (await login(given));
  } catch (error) {
    status.textContent = error.message;
    return;
  }
  ui.preauthorizeApiKey(scheme, token);
  show(given.email === undefined ? 'Signed in.' : `Signed in as ${given.email}.`);
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
  const revoked = token;
  token = null;
  ui.authActions.logout([scheme]);
  show(null);
  if (form.dataset.logout === undefined) return;
  await send(form.dataset.logout, { headers: { Authorization: `Bearer ${revoked}` } }).catch(
    () => undefined,
  );
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

/** @param message describes who is signed in; `null` if nobody is */
function show(message) {
  form.hidden = message !== null;
  signedIn.hidden = message === null;
  signedIn.querySelector('span').textContent = message ?? '';
  if (message !== null) form.reset();
}
