import net from "node:net";
import type { SmtpSettings } from "@/server/environment/notifications";
import { type Clock, clock as processClock } from "@/server/lib/clock";
import { ATTEMPT_MS, type ChannelSender, type Outcome } from "@/server/notifications/sending/outcome";

/** What the mail server said last, without what it echoes of us. */
const LONGEST_ERROR = 200;

/** Sends plain text through the operator's mail server, a connection for each message. */
export function emailSender(
  settings: SmtpSettings,
  {
    timeoutMs = ATTEMPT_MS,
    clock = processClock,
  }: { timeoutMs?: number; clock?: Pick<Clock, "setTimer"> } = {},
): ChannelSender {
  const domain = settings.from.slice(settings.from.lastIndexOf("@") + 1);
  return {
    async send(address, { subject, text, id }) {
      const { transport, cut } = await connection(settings, timeoutMs);
      // A server that says a little now and then keeps every other time from passing.
      const cancel = clock.setTimer(timeoutMs, cut);
      try {
        await transport.sendMail({
          from: { name: "Quittance", address: settings.from },
          to: { name: "", address },
          subject,
          text,
          messageId: `<${id}@${domain}>`,
          headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
        });
        return { kind: "sent" };
      } catch (error) {
        return outcomeOf(error);
      } finally {
        cancel();
        cut();
      }
    },
    close() {},
  };
}

/** Whether the mail server takes our sign-in. Never throws; null is well. */
export async function checkEmail(settings: SmtpSettings, timeoutMs: number): Promise<string | null> {
  const { transport, cut } = await connection(settings, timeoutMs);
  const cancel = processClock.setTimer(timeoutMs, cut);
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return wordsOf(error);
  } finally {
    cancel();
    cut();
  }
}

async function connection({ host, port, security, login }: SmtpSettings, timeoutMs: number) {
  // Loaded for the first message: few processes ever send one.
  const { createTransport } = await import("nodemailer");
  const sockets: net.Socket[] = [];
  const transport = createTransport({
    host,
    port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "none",
    ...(login ? { auth: { user: login.user, pass: login.password } } : {}),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // A message never makes it read a file or call a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket(_options, callback) {
      const socket = net.connect({ host, port });
      sockets.push(socket);
      const fail = (error: Error) => callback(error, false);
      socket.once("error", fail);
      socket.once("close", () => fail(new Error("the connection was closed")));
      socket.once("connect", () => {
        socket.removeAllListeners();
        callback(null, { connection: socket });
      });
    },
  });
  return {
    transport,
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

interface SmtpFailure {
  message: string;
  responseCode?: unknown;
  command?: unknown;
  response?: unknown;
}

/**
 * 5xx to the recipient or to the message is about them; everything else, a refused sign-in and a greylisting 4xx among it, is
 * tried again (RFC 5321, section 4.2.1).
 */
function outcomeOf(error: unknown): Outcome {
  const failure = asFailure(error);
  const code = typeof failure.responseCode === "number" ? failure.responseCode : 0;
  const isAboutMessage = failure.command === "RCPT TO" || failure.command === "DATA";
  if (code >= 500 && isAboutMessage) return { kind: "refused", error: wordsOf(error) };
  return { kind: "later", error: wordsOf(error), retryAfter: null };
}

/** Of what servers say, the codes alone: the rest may hold names of ours. */
function wordsOf(error: unknown): string {
  const { responseCode, command, message } = asFailure(error);
  if (typeof responseCode === "number" && responseCode > 0) {
    return `the mail server answered ${responseCode}${typeof command === "string" ? ` to ${command.split(" ")[0]}` : ""}`;
  }
  return `the mail server did not answer: ${message}`.slice(0, LONGEST_ERROR);
}

function asFailure(error: unknown): SmtpFailure {
  return error instanceof Error ? error : { message: String(error) };
}
