import net from "node:net";
import tls from "node:tls";

export interface StartTlsServer {
  port: number;
  /** Lines that came before encryption began. */
  plain: string[];
  close(): Promise<void>;
}

/**
 * A mail server that takes nothing before STARTTLS (RFC 3207), and hands on what comes encrypted to the mail server behind
 * it, on this machine at `behind`.
 */
export async function startStartTlsServer(
  { key, cert }: { key: string; cert: string },
  behind: number,
): Promise<StartTlsServer> {
  const sockets = new Set<net.Socket>();
  const plain: string[] = [];
  const keep = (socket: net.Socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  };
  const server = net.createServer((socket) => {
    keep(socket);
    socket.write("220 test ready\r\n");
    const onData = (chunk: Buffer) => {
      const line = chunk.toString("utf8").trim();
      plain.push(line);
      if (/^EHLO/i.test(line)) socket.write("250-test\r\n250 STARTTLS\r\n");
      else if (!/^STARTTLS/i.test(line)) socket.write("530 encrypt first\r\n");
      else {
        socket.off("data", onData);
        socket.write("220 go on\r\n");
        handOn(new tls.TLSSocket(socket, { isServer: true, key, cert }), behind, keep);
      }
    };
    socket.on("data", onData);
  });
  await new Promise<void>((done) => server.listen(0, "localhost", done));
  return {
    port: (server.address() as net.AddressInfo).port,
    plain,
    close: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => done());
      }),
  };
}

function handOn(encrypted: tls.TLSSocket, behind: number, keep: (socket: net.Socket) => void): void {
  keep(encrypted);
  const onward = net.connect({ host: "127.0.0.1", port: behind });
  keep(onward);
  // It greets, as a server does to a new connection; the client has been greeted.
  onward.once("data", () => {
    encrypted.pipe(onward);
    onward.pipe(encrypted);
  });
}
