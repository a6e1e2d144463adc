/** Who calls: one of these. */
export type Credentials =
  /** The secret key of an account. For servers only. */
  | { apiKey: string; clientId?: undefined; session?: undefined; orchestratorKey?: undefined }
  /** A public client ID, for pages on its allowed domains. */
  | { clientId: string; apiKey?: undefined; session?: undefined; orchestratorKey?: undefined }
  /** The session of somebody who signed in. */
  | { session: string; apiKey?: undefined; clientId?: undefined; orchestratorKey?: undefined }
  /** The secret key of an orchestrator, with the client ID that it acts for. For servers only. */
  | { orchestratorKey: string; clientId?: string; apiKey?: undefined; session?: undefined }
  /** Nobody: what is public. */
  | { apiKey?: undefined; clientId?: undefined; session?: undefined; orchestratorKey?: undefined };

/** The headers that say so. `scope` narrows one call. */
export function credentialHeaders(
  { apiKey, clientId, session, orchestratorKey }: Credentials,
  scope: { clientId?: string; orchestratorId?: string },
): Record<string, string> {
  const client = scope.clientId ?? clientId;
  return {
    ...(apiKey === undefined ? {} : { "x-api-key": apiKey }),
    ...(session === undefined ? {} : { authorization: `Bearer ${session}` }),
    ...(orchestratorKey === undefined ? {} : { "x-orchestrator-key": orchestratorKey }),
    ...(client === undefined ? {} : { "x-client-id": client }),
    ...(scope.orchestratorId === undefined ? {} : { "x-orchestrator-id": scope.orchestratorId }),
  };
}
