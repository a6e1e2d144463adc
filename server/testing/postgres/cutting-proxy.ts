import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface CuttingProxy {
  /** The same database through the proxy. */
  through(url: string): string;
  /**
   * The next commit is done by the server, and whoever asked for it loses the connection in place of the answer; with
   * `isFirst`, the connection is lost in place of the commit.
   */
  cutNextCommit(isFirst?: boolean): void;
  close(): Promise<void>;
}

/** A network in front of a PostgreSQL server that breaks at the worst moment. */
export async function startCuttingProxy(serverUrl: string): Promise<CuttingProxy> {
  const target = new URL(serverUrl);
  const open = new Set<Socket>();
  let cut: "none" | "answer" | "question" = "none";
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    let isCut = false;
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.once("close", () => open.delete(socket));
      socket.on("error", end).on("close", end);
    }
    client.on("data", (bytes) => {
      if (cut !== "none" && bytes.includes("commit")) {
        isCut = true;
        const before = cut === "question";
        cut = "none";
        if (before) return end();
      }
      upstream.write(bytes);
    });
    upstream.on("data", (bytes) => {
      // It has answered, so it is done.
      if (isCut && bytes.includes("COMMIT")) return end();
      client.write(bytes);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    through: (url) => {
      const changed = new URL(url);
      changed.port = String(port);
      return changed.href;
    },
    cutNextCommit: (isFirst = false) => {
      cut = isFirst ? "question" : "answer";
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
