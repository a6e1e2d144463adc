import { apiRoutes } from "@/app/api-routes";
import type { OperationId } from "@/server/auth/operations/operations";
import type { RouteDef } from "@/server/http/route-def";
import type { GuardedEndpoint } from "@/server/testing/it-requires";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const SOME_ID = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

export interface ServedOperation {
  id: OperationId;
  def: RouteDef;
  /** Its path, with the dynamic parts in brackets. */
  pattern: string;
  endpoint: GuardedEndpoint;
}

/** Every operation that is served, with a call that has no sensible content. */
export const EVERY_OPERATION: readonly ServedOperation[] = apiRoutes.flatMap(([pattern, module]) =>
  METHODS.flatMap((method) => {
    const { def } = module[method];
    if (!def) return [];
    const names = [...pattern.matchAll(/\[(\w+)\]/g)].map(([, name]) => name ?? "");
    const endpoint = {
      at: `${method} ${pattern.replace(/\[\w+\]/g, SOME_ID)}`,
      handler: module[method],
      segments: Object.fromEntries(names.map((name) => [name, SOME_ID])),
    };
    return [{ id: def.operationId, def, pattern, endpoint }];
  }),
);
