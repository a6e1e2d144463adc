import { createServer } from "node:net";

/** True when nothing listens on `127.0.0.1:port` or on the wildcard address, so that we can. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await canListen(port, "127.0.0.1")) && (await canListen(port, undefined));
}

/**
 * A port that is free now: `preferred` and its next twenty neighbours first, then any port the system gives.
 * Between this answer and its use another process may take it, so callers that spawn retry.
 */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred !== undefined) {
    for (let port = preferred; port < preferred + 20 && port <= 65_535; port++) {
      if (await isPortFree(port)) return port;
    }
  }
  return anyPort();
}

function canListen(port: number, host: string | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

function anyPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen({ port: 0, host: "127.0.0.1" }, () => {
      const address = probe.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
