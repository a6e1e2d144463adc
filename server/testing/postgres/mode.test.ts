import { expect, test } from "vitest";
import { startTestApi } from "@/server/testing/api";
import { testDatabaseMode } from "@/server/testing/postgres/mode";
import { readSources } from "@/server/testing/source-files";

test(`the database of a test is reached in the mode ${testDatabaseMode()}`, async () => {
  const api = await startTestApi();
  const { databasePooling } = api.app.config;
  expect(databasePooling === undefined).toBe(testDatabaseMode() === "direct");
  // Without a way past the pooler nothing can be told by NOTIFY.
  expect(api.app.database.notices === null).toBe(testDatabaseMode() !== "direct");
  await api.close();
});

/** Tests whose subject is a connection of one kind, or that name a database of a server of their own. */
const OF_ONE_KIND = [
  "local/up.test.ts",
  "server/http/database-away.test.ts",
  "server/webhooks/sending/deliver.isolation.test.ts",
];

test("no test gives a process or a command its database without the mode of the run", () => {
  const tests = readSources(["app", "db", "local", "scripts", "sdk", "server"]).filter(({ path }) =>
    /\.test\.tsx?$/.test(path),
  );
  const alone = tests.filter(({ text }) => /DATABASE_URL: (?:\w+\.)*(?:databaseUrl|url)\b(?!\.)/.test(text));
  expect(alone.map(({ path }) => path).toSorted()).toEqual(OF_ONE_KIND);
});
