import type { AuthProvider } from 'react-admin';
import { isApiError, type SessionApi } from 'resource-api/client';

const key = 'token';

/** Returns the token that the tab keeps until it is closed. */
export const storedToken = (): string | null => sessionStorage.getItem(key);

/** Creates the provider that signs in with an e-mail address and a password. */
export function createAuthProvider(api: SessionApi): AuthProvider {
  return {
    async login({ username, password }: { username: string; password: string }) {
      const { access_token } = await api
        .login({ email: username, password })
        .catch((error: unknown) => {
          if (!isApiError(error) || error.code !== 'unauthenticated') throw error;
          throw new Error('The e-mail address or the password is wrong.');
        });
      sessionStorage.setItem(key, access_token);
    },

    async logout() {
      if (storedToken() === null) return;
      // After an error 401, the service has revoked the token already.
      await api.logout().catch(() => undefined);
      sessionStorage.removeItem(key);
    },

    async checkAuth() {
      if (storedToken() === null) throw new Error();
    },

    /** Signs out if the token has expired, or has been revoked. */
    async checkError(error: { status?: number }) {
      if (error.status === 401) throw new Error();
    },
  };
}
