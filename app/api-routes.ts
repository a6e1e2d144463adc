import * as routes from "@/app/routes";
import type { Endpoint } from "@/server/http/endpoint";
import { type RouteTable, routeTable } from "@/server/http/front-door/route-table";

/** Every endpoint that our own door serves, by its pattern: `/v2/request/[requestId]`. */
export const apiRoutes: readonly (readonly [pattern: string, endpoint: Endpoint])[] = Object.entries(routes);

/** The same, found by the path of a call. */
export const apiRouteTable: RouteTable = routeTable(apiRoutes);
