import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { App } from "@/server/boot";
import { scrape } from "@/server/http/monitoring/scrape";

/** `GET /metrics` of this process on a port of its own (0 for any), and nothing else. */
export async function startMetricsServer(app: App, port: number): Promise<{ port: number; close(): void }> {
  const server = createServer((request, response) => {
    const isMetrics = request.method === "GET" && request.url?.split("?", 1)[0] === "/metrics";
    if (!isMetrics) return response.writeHead(404).end();
    scrape(app).then(
      (text) => response.setHeader("content-type", app.metrics.registry.contentType).end(text),
      (error: unknown) => {
        app.log.error({ err: error }, "metrics could not be shown");
        response.writeHead(500).end();
      },
    );
  });
  server.listen(port);
  await once(server, "listening");
  return {
    port: portOf(server),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
