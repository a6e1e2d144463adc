import { routeModules } from "@/server/http/front-door/route-modules";
import { type RouteTable, routeTable } from "@/server/http/front-door/route-table";

/** The URL pattern of a route file: `app/v2/request/[requestId]/route.ts` → `/v2/request/[requestId]`. */
export function patternOf(file: string): string {
  return file.replace(/^app/, "").replace(/\/route\.ts$/, "");
}

/** Every endpoint that our own door serves, found by its path. */
export async function loadRoutes(): Promise<RouteTable> {
  return routeTable((await routeModules()).map(([file, module]) => [patternOf(file), module]));
}
