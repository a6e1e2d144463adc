import { once } from "node:events";
import { join } from "node:path";
import { z } from "zod";
import { peerEnvironment } from "@/bench/support/peers/install";
import { startProcess } from "@/local/processes/process";

const Sent = z.object({ seconds: z.number(), stored: z.number() });

export interface PeerSender {
  /** Deliveries per second, each with its attempt stored. All are waiting before the sender starts. */
  send(order: { count: number; urls: readonly string[]; body: string }): Promise<number>;
  stop(): Promise<void>;
}

/** The sender in `bench/peers/webhook-sender`, in a process and a database of its own. */
export async function startPeerSender(folder: string, databaseUrl: string): Promise<PeerSender> {
  const logFile = join(folder, "sender.log");
  const sender = await startProcess({
    name: "webhook sender",
    command: process.execPath,
    args: ["main.mjs"],
    cwd: folder,
    env: { ...peerEnvironment(), DATABASE_URL: databaseUrl },
    output: { file: logFile },
    ipc: true,
  });
  const answer = async (): Promise<unknown> => {
    const ended = sender.exited.then(() =>
      Promise.reject(new Error(`the sender ended: its log is ${logFile}`)),
    );
    const [message] = await Promise.race([once(sender.child, "message"), ended]);
    return message;
  };
  await answer();
  return {
    send: async (order) => {
      const answered = answer();
      sender.child.send(order);
      const { seconds, stored } = Sent.parse(await answered);
      if (stored !== order.count) throw new Error(`${stored} attempts were stored instead of ${order.count}`);
      return order.count / seconds;
    },
    stop: async () => void (await sender.stop()),
  };
}
