import { createServer } from "node:http";

// A receiver in a process of its own that answers at once: it costs both sides of a comparison the same.
const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => response.writeHead(200, { "content-length": "0" }).end());
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not listening on a port");
  process.send?.(address.port);
});
process.once("disconnect", () => process.exit(0));
