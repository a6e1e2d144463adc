import net from "node:net";

/** An e-mail as the server was given it. */
export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and body as they came, with CRLF. */
  data: string;
}

/** What the server answers in place of well-meaning ones: a status line by command, or `hang` to say nothing. */
export type SmtpManners = Partial<
  Record<"GREETING" | "EHLO" | "AUTH" | "MAIL" | "RCPT" | "DATA" | "END", string>
>;

export interface SmtpServer {
  port: number;
  mails: ReceivedMail[];
  /** Every line that clients sent, except the mails themselves. */
  commands: string[];
  manners: SmtpManners;
  close(): Promise<void>;
}

/** A mail server on this machine that keeps what it is given (RFC 5321). It offers no TLS. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const state: SmtpServer = { port: 0, mails: [], commands: [], manners: {}, close: async () => {} };
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
    converse(socket, state);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  state.port = (server.address() as net.AddressInfo).port;
  state.close = () =>
    new Promise((done) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => done());
    });
  return state;
}

function converse(socket: net.Socket, state: SmtpServer): void {
  const answer = (step: keyof SmtpManners, well: string) => {
    const said = state.manners[step] ?? well;
    if (said !== "hang") socket.write(`${said}\r\n`);
    return /^[23]/.test(said);
  };
  let mail: ReceivedMail = { from: "", to: [], data: "" };
  let isData = false;
  let text = "";
  answer("GREETING", "220 test ready");
  socket.on("data", (chunk) => {
    text += chunk.toString("utf8");
    for (;;) {
      const end = isData ? text.indexOf("\r\n.\r\n") : text.indexOf("\r\n");
      if (end < 0) return;
      const line = text.slice(0, end);
      text = text.slice(end + (isData ? 5 : 2));
      if (isData) {
        isData = false;
        if (answer("END", "250 taken")) state.mails.push({ ...mail, data: line });
        mail = { from: "", to: [], data: "" };
        continue;
      }
      state.commands.push(line);
      const command = line.slice(0, 4).toUpperCase();
      if (command === "EHLO" || command === "HELO") answer("EHLO", "250-test\r\n250 AUTH PLAIN");
      else if (command === "AUTH") answer("AUTH", "235 well");
      else if (command === "MAIL") {
        if (answer("MAIL", "250 well")) mail.from = line;
      } else if (command === "RCPT") {
        if (answer("RCPT", "250 well")) mail.to.push(/<(.*)>/.exec(line)?.[1] ?? "");
      } else if (command === "DATA") isData = answer("DATA", "354 go on");
      else if (command === "QUIT") socket.end("221 bye\r\n");
      else socket.write(/^(?:RSET|NOOP)$/.test(command) ? "250 well\r\n" : "502 not known\r\n");
    }
  });
}
