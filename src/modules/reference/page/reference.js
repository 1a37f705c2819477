/* global SwaggerUIBundle, document */

/**
 * The page's own script: shows the document, and signs a person in. The token stays in the page,
 * and dies with it.
 */
const reference = document.querySelector('#reference');
const form = document.querySelector('#sign-in');
const signedIn = document.querySelector('#signed-in');
const told = document.querySelector('#told');

/** As the document calls the way to sign in. */
const scheme = reference.dataset.scheme;
let token = null;

const ui = SwaggerUIBundle({
  url: reference.dataset.document,
  domNode: reference,
  layout: 'BaseLayout',
  presets: [SwaggerUIBundle.presets.apis],
  // Nothing is asked of anybody else, and no part of the address changes what is shown.
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
  told.textContent = '';
  try {
    token = given.token ?? (await login(given));
  } catch (error) {
    told.textContent = error.message;
    return;
  }
  ui.preauthorizeApiKey(scheme, token);
  show(given.email === undefined ? 'Signed in.' : `Signed in as ${given.email}.`);
}

async function login(credentials) {
  const answer = await send(form.dataset.login, { body: JSON.stringify(credentials) });
  const body = await answer.json();
  if (answer.ok) return body.access_token;
  throw new Error(
    answer.status === 401 ? 'No account has this e-mail address and password.' : body.message,
  );
}

/** Ends the token where the service gave it; where that fails it is forgotten all the same. */
async function signOut() {
  const ended = token;
  token = null;
  ui.authActions.logout([scheme]);
  show(null);
  if (form.dataset.logout === undefined) return;
  await send(form.dataset.logout, { headers: { Authorization: `Bearer ${ended}` } }).catch(
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
    throw new Error('The service does not answer.');
  }
}

/** @param text who is signed in; `null`: nobody */
function show(text) {
  form.hidden = text !== null;
  signedIn.hidden = text === null;
  signedIn.querySelector('span').textContent = text ?? '';
  if (text !== null) form.reset();
}
