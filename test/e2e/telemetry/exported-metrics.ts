/** The metrics that the service exports with OpenTelemetry. */
export const exportedMetrics = [
  'http.server.request.duration',
  'http.server.active_requests',
  'db.client.operation.duration',
  'db.client.connection.count',
  'db.client.connection.max',
  'db.client.connection.pending_requests',
  'resource_api.action.chunk.duration',
  'resource_api.action.records',
];
