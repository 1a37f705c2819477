import assert from 'node:assert/strict';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Somebody who asks the service by one address, and takes no for no answer. */
export class Client {
  #headers = {};

  constructor(address) {
    this.address = address;
  }

  async signIn(email, password) {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ email, password });
    const { access_token: token } = await (
      await this.#ask('/api/login', { method: 'POST', headers, body })
    ).json();
    this.#headers = { Authorization: `Bearer ${token}` };
  }

  async get(path) {
    return (await this.#ask(path, { headers: this.#headers })).json();
  }

  /** @returns the path of the picture */
  async uploadAvatar() {
    const body = new FormData();
    body.set('avatar', new Blob([PNG]), 'avatar.png');
    const answer = await this.#ask('/api/profile', {
      method: 'POST',
      headers: this.#headers,
      body,
    });
    return (await answer.json()).attributes.avatar;
  }

  async getFile(path) {
    const bytes = Buffer.from(await (await this.#ask(path, {})).arrayBuffer());
    assert.ok(bytes.equals(PNG), 'the file is the one that was sent');
  }

  /** Each on a connection of its own, so that the proxy decides anew. */
  async #ask(path, { headers, ...request }) {
    const answer = await fetch(`${this.address}${path}`, {
      ...request,
      headers: { ...headers, Connection: 'close' },
    });
    assert.ok(answer.ok, `${request.method ?? 'GET'} ${path} was answered with ${answer.status}`);
    return answer;
  }
}
