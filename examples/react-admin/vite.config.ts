import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const service = process.env.SERVICE_URL ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [react()],
  // Requests go to the origin of the page, so the service does not need CORS.
  server: { proxy: { '/api': service, '/storage': service } },
  // Only in this repository; see "In your own project" in README.md.
  resolve: {
    alias: { 'resource-api/client': `${import.meta.dirname}/../../src/tooling/client/index.ts` },
  },
});
