import { makeHashesCheap, makeHashesReal } from './cheap-hashes.js';

// The hashes of a real service would take longer than everything else that a test does.
beforeAll(makeHashesCheap);
afterAll(makeHashesReal);
