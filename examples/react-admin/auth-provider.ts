import type { AuthProvider } from 'react-admin';
import type { Api } from '../api.js';

/** Creates the provider that signs in. The token stays in memory: a reload signs out. */
export function createAuthProvider(api: Api): AuthProvider {
  let isSignedIn = false;
  return {
    async login({ username, password }: { username: string; password: string }) {
      await api.login({ email: username, password });
      isSignedIn = true;
    },
    async logout() {
      if (isSignedIn) await api.logout();
      isSignedIn = false;
    },
    checkAuth: () => (isSignedIn ? Promise.resolve() : Promise.reject(new Error())),
    checkError: ({ status }: { status?: number }) =>
      status === 401 ? Promise.reject(new Error()) : Promise.resolve(),
    getPermissions: () => Promise.resolve(),
    async getIdentity() {
      const { id, attributes } = await api.profile.show({ fields: ['name'] });
      return { id, fullName: attributes.name };
    },
  };
}
