import { invalidField } from "@/server/errors";

export const CLIENT_ID_STATUSES = ["active", "inactive", "revoked"] as const;
export type ClientIdStatus = (typeof CLIENT_ID_STATUSES)[number];

/** Where a client ID may go from where it is (CI-05). Revoking is final. */
const clientIdMoves: Record<ClientIdStatus, readonly ClientIdStatus[]> = {
  active: ["inactive", "revoked"],
  inactive: ["active", "revoked"],
  revoked: [],
};

/** The status after asking for `to`. Staying is always allowed. Throws 400 for a move the table has not. */
export function moveClientId(from: ClientIdStatus, to: ClientIdStatus): ClientIdStatus {
  if (from === to || clientIdMoves[from].includes(to)) return to;
  throw invalidField("status", `Client ID is ${from} and cannot become ${to} again`);
}
