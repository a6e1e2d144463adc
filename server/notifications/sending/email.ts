import net from "node:net";
import type { SmtpSettings } from "@/server/environment/notifications";
import { type Clock, clock as processClock } from "@/server/lib/clock";
import { ATTEMPT_MS, type ChannelSender, type Outcome } from "@/server/notifications/sending/outcome";

/** What the mail server said last, without what it echoes of us. */
const LONGEST_ERROR = 200;

/** One e-mail in plain text. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The same when the same e-mail is sent again. */
  id: string;
  /** Where answers go; null for the address that it comes from. */
  replyTo?: string | null;
  attachments?: readonly { fileName: string; contentType: string; content: Uint8Array }[];
}

export type MailOutcome = Extract<Outcome, { kind: "sent" | "later" | "refused" }>;

/**
 * Sends e-mails through the operator's mail server, a connection for each. Never throws, and ends within its time whatever
 * the server does.
 */
export function mailSender(
  settings: SmtpSettings,
  {
    timeoutMs = ATTEMPT_MS,
    clock = processClock,
  }: { timeoutMs?: number; clock?: Pick<Clock, "setTimer"> } = {},
): (mail: Mail) => Promise<MailOutcome> {
  const domain = settings.from.slice(settings.from.lastIndexOf("@") + 1);
  return async ({ to, subject, text, id, replyTo = null, attachments = [] }) => {
    const { transport, cut } = await connection(settings, timeoutMs);
    // A server that says a little now and then keeps every other time from passing.
    const cancel = clock.setTimer(timeoutMs, cut);
    try {
      await transport.sendMail({
        from: { name: "Quittance", address: settings.from },
        to: { name: "", address: to },
        ...(replyTo === null ? {} : { replyTo: { name: "", address: replyTo } }),
        subject,
        text,
        attachments: attachments.map(({ fileName, contentType, content }) => ({
          filename: fileName,
          contentType,
          content: Buffer.from(content),
        })),
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
  };
}

/** Tells members by e-mail. */
export function emailSender(
  settings: SmtpSettings,
  options: Parameters<typeof mailSender>[1] = {},
): ChannelSender {
  const send = mailSender(settings, options);
  return { send: (address, message) => send({ ...message, to: address }), close() {} };
}

/** Whether the mail server takes our sign-in. Never throws; null is well. */
export async function checkEmail(settings: SmtpSettings, timeoutMs: number): Promise<string | null> {
  const { transport, cut } = await connection(settings, timeoutMs);
  const cancel = processClock.setTimer(timeoutMs, cut);
  try {
    await transport.verify();
    return null;
  } catch (error) {
    // Only operators read this: it may name the host.
    const { responseCode, message } = asFailure(error);
    return isCode(responseCode) ? wordsOf(error) : `${NO_ANSWER}: ${message}`.slice(0, LONGEST_ERROR);
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

const NO_ANSWER = "the mail server did not answer";

interface SmtpFailure {
  message: string;
  /** Of the library or of the system, as ECONNREFUSED. */
  code?: unknown;
  responseCode?: unknown;
  command?: unknown;
  response?: unknown;
}

/**
 * 5xx to the recipient or to the message is about them; everything else, a refused sign-in and a greylisting 4xx among it, is
 * tried again (RFC 5321, section 4.2.1).
 */
function outcomeOf(error: unknown): MailOutcome {
  const failure = asFailure(error);
  const code = typeof failure.responseCode === "number" ? failure.responseCode : 0;
  const isAboutMessage = failure.command === "RCPT TO" || failure.command === "DATA";
  if (code >= 500 && isAboutMessage) return { kind: "refused", error: wordsOf(error) };
  return { kind: "later", error: wordsOf(error), retryAfter: null };
}

/** Members read this. Of what servers and the system say, the codes alone: the rest holds addresses of the operator. */
function wordsOf(error: unknown): string {
  const { responseCode, command, code } = asFailure(error);
  if (isCode(responseCode)) {
    return `the mail server answered ${responseCode}${typeof command === "string" ? ` to ${command.split(" ")[0]}` : ""}`;
  }
  return typeof code === "string" && /^[A-Z]{2,20}$/.test(code) ? `${NO_ANSWER} (${code})` : NO_ANSWER;
}

function isCode(responseCode: unknown): responseCode is number {
  return typeof responseCode === "number" && responseCode > 0;
}

function asFailure(error: unknown): SmtpFailure {
  return error instanceof Error ? error : { message: String(error) };
}
