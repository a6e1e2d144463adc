import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Window } from "happy-dom";
import { vi } from "vitest";

export interface TestPage {
  window: Window;
  origin: string;
  close(): Promise<void>;
}

/** A page without a browser: a window of its own whose origin passes `/rpc/<network>` on to these nodes. */
export async function openPage(nodes: Record<string, string>): Promise<TestPage> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const node = nodes[request.url?.replace("/rpc/", "") ?? ""];
      const body = Buffer.concat(chunks);
      const answer = node && (await fetch(node, { method: "POST", headers: jsonType, body }));
      response.statusCode = answer ? 200 : 404;
      response.end(answer ? await answer.text() : "{}");
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const window = new Window({ url: `${origin}/pay` });
  vi.stubGlobal("window", window);
  vi.stubGlobal("localStorage", window.localStorage);
  vi.stubGlobal("navigator", window.navigator);
  vi.stubGlobal("document", window.document);
  vi.stubGlobal("CustomEvent", window.CustomEvent);
  vi.stubGlobal("Event", window.Event);
  return {
    window,
    origin,
    close: async () => {
      vi.unstubAllGlobals();
      await window.happyDOM.close();
      await new Promise((closed) => server.close(closed));
    },
  };
}

const jsonType = { "content-type": "application/json" };
