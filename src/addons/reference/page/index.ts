export { firstRequests } from './first-requests.js';
export { operationDocument, outlineOf } from './operation-documents.js';
export { responseExamples } from '../openapi/payloads/response-examples.js';
export { renderPage } from './render-page.js';
