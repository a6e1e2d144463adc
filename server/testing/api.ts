import { apiKeys, platforms } from "@/db/schema";
import { type App, boot, replaceApp } from "@/server/boot";
import { type Config, readConfig } from "@/server/config";
import { newId } from "@/server/lib/ids";
import { newSecretKey } from "@/server/platforms/new-secret-key";
import { createTestDatabase } from "@/server/testing/postgres/database";
import { databaseEnvironment } from "@/server/testing/postgres/mode";

export interface TestApi {
  app: App;
  close(): Promise<void>;
}

/** Points the route handlers of this test file at a database of their own; `parts` as `boot` takes them. */
export async function startTestApi(
  env: Record<string, string> = {},
  parts: Parameters<typeof boot>[2] = {},
): Promise<TestApi> {
  const database = await createTestDatabase();
  const app = boot(testConfig(database.url, env), "test", parts);
  replaceApp(app);
  return {
    app,
    close: async () => {
      await app.close();
      await database.drop();
    },
  };
}

function testConfig(databaseUrl: string, env: Record<string, string>): Config {
  return readConfig({
    ...databaseEnvironment(databaseUrl),
    SECRET_KEY: "11".repeat(32),
    LOG_LEVEL: "silent",
    NODE_ENV: "test",
    RATE_LIMITS: "relaxed",
    ...env,
  });
}

/** Another process on the same database, with settings of its own; the test closes it. */
export function anotherProcess(
  { app }: TestApi,
  env: Record<string, string>,
  parts: Parameters<typeof boot>[2] = {},
): App {
  return boot(testConfig(app.config.databaseUrl, env), "test", parts);
}

/** A new platform with one active API key, as its owner would hold them. */
export async function aTenant({ app }: TestApi): Promise<{ platformId: string; apiKey: string }> {
  const createdAt = app.now();
  const platformId = newId(createdAt);
  const key = newSecretKey("sk_");
  await app.database.db.insert(platforms).values({ id: platformId, name: "Test shop", createdAt });
  await app.database.db.insert(apiKeys).values({
    id: newId(createdAt),
    platformId,
    label: "test",
    prefix: key.prefix,
    last4: key.last4,
    hash: key.hash,
    createdAt,
  });
  return { platformId, apiKey: key.value };
}
