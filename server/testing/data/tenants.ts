import { eq } from "drizzle-orm";
import { clientIds } from "@/db/schema";
import type { Caller } from "@/server/context";
import { aTenant, type TestApi } from "@/server/testing/api";
import { aClientId } from "@/server/testing/paying";

/** Where the browser client IDs of `twoTenants` may be used. */
export const SHOP_ORIGIN = "https://shop.example";

export interface Tenant {
  platformId: string;
  key: Record<string, string>;
  backend: Record<string, string>;
  browser: Record<string, string>;
  /** As rows name them. */
  backendId: NonNullable<Caller["clientId"]>;
  browserId: NonNullable<Caller["clientId"]>;
}

/** Two tenants with a credential of each kind, as request headers. */
export async function twoTenants(api: TestApi): Promise<[Tenant, Tenant]> {
  return [await tenant(api), await tenant(api)];
}

async function tenant(api: TestApi): Promise<Tenant> {
  const { platformId, apiKey } = await aTenant(api);
  const backend = await aClientId(api.app, platformId);
  const browser = await aClientId(api.app, platformId, { domains: [SHOP_ORIGIN] });
  return {
    platformId,
    key: { "x-api-key": apiKey },
    backend: { "x-client-id": backend },
    browser: { "x-client-id": browser, origin: SHOP_ORIGIN },
    backendId: await clientIdRow(api, backend, false),
    browserId: await clientIdRow(api, browser, true),
  };
}

async function clientIdRow(api: TestApi, publicId: string, isBrowser: boolean) {
  const [row] = await api.app.database.db.select().from(clientIds).where(eq(clientIds.clientId, publicId));
  if (!row) throw new Error("a stored client ID is missing");
  return { id: row.id, publicId, isBrowser, payeeDestinationId: null };
}
