import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as publicMetrics } from "@/app/metrics/route";
import { startMetricsServer } from "@/server/http/monitoring/metrics-server";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { call } from "@/server/testing/paying";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ METRICS_PORT: "0" });
});
afterAll(() => api.close());

test("METRICS_PORT moves /metrics to a port of its own, where nothing else is", async () => {
  const refused = await publicMetrics(call("GET", "/metrics", {}));
  expect([refused.status, await refused.json()]).toMatchObject([404, { statusCode: 404 }]);
  const { port, close } = await startMetricsServer(api.app, api.app.config.metricsPort ?? -1);
  const ask = (path: string, method = "GET") => fetch(`http://127.0.0.1:${port}${path}`, { method });
  const shown = await ask("/metrics?x=1");
  expect([shown.status, await shown.text()]).toEqual([
    200,
    expect.stringContaining("quittance_database_up 1"),
  ]);
  for (const path of ["/", "/metrics/", "/v2/health", "/v2/ready"])
    expect((await ask(path)).status).toBe(404);
  expect((await ask("/metrics", "POST")).status).toBe(404);
  close();
});

test("METRICS_PORT unset leaves it where it was", async () => {
  const plain = await startTestApi();
  expect(plain.app.config.metricsPort).toBeNull();
  expect((await publicMetrics(call("GET", "/metrics", {}))).status).toBe(200);
  await plain.close();
});
