import assert from 'node:assert/strict';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A client of the service that requires every request to succeed. */
export class Client {
  #headers = {};

  constructor(address) {
    this.address = address;
  }

  async signIn(email, password) {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ email, password });
    const { access_token: token } = await (
      await this.#fetch('/api/login', { method: 'POST', headers, body })
    ).json();
    this.#headers = { Authorization: `Bearer ${token}` };
  }

  async get(path) {
    return (await this.#fetch(path, { headers: this.#headers })).json();
  }

  /** Starts an action over all records, after the response. */
  async startRun(path) {
    const headers = { 'Content-Type': 'application/json', Prefer: 'respond-async' };
    const body = JSON.stringify({ repositories: 'all' });
    return (
      await this.#fetch(path, { method: 'POST', headers: { ...headers, ...this.#headers }, body })
    ).json();
  }

  /** @returns the path of the image */
  async uploadAvatar() {
    const body = new FormData();
    body.set('avatar', new Blob([PNG]), 'avatar.png');
    const response = await this.#fetch('/api/profile', {
      method: 'POST',
      headers: this.#headers,
      body,
    });
    return (await response.json()).attributes.avatar;
  }

  async getFile(path) {
    const bytes = Buffer.from(await (await this.#fetch(path, {})).arrayBuffer());
    assert.ok(bytes.equals(PNG), 'the file is the uploaded one');
  }

  /** Opens a new connection per request, so that the proxy chooses a replica each time. */
  async #fetch(path, { headers, ...request }) {
    const response = await fetch(`${this.address}${path}`, {
      ...request,
      headers: { ...headers, Connection: 'close' },
    });
    assert.ok(response.ok, `${request.method ?? 'GET'} ${path} returned ${response.status}`);
    return response;
  }
}
