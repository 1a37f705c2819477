import 'resource-api/testing/jest';
import './kit.js';
