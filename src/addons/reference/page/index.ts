export { firstRequests } from './first-requests.js';
export { operationDocument, outlineOf } from './operation-documents.js';
export { renderPage } from './render-page.js';
