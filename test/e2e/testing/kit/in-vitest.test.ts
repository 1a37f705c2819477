import 'resource-api/testing/vitest';
import './kit.js';
