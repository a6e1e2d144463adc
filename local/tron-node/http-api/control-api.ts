import type { Hex } from "viem";
import { z } from "zod";
import type { TronControl } from "@/local/tron-node/control";

const CODES = [
  "SIGERROR",
  "CONTRACT_VALIDATE_ERROR",
  "CONTRACT_EXE_ERROR",
  "BANDWITH_ERROR",
  "DUP_TRANSACTION_ERROR",
  "TAPOS_ERROR",
  "TOO_BIG_TRANSACTION_ERROR",
  "TRANSACTION_EXPIRATION_ERROR",
  "SERVER_BUSY",
  "NO_CONNECTION",
  "NOT_ENOUGH_EFFECTIVE_CONNECTION",
  "BLOCK_UNSOLIDIFIED",
  "OTHER_ERROR",
] as const;

const count = z.coerce.number().int().min(1).max(100_000);
const amount = z.coerce.bigint().min(0n);
const hex = z.custom<Hex>(
  (value) => typeof value === "string" && /^0x([0-9a-f]{2})+$/i.test(value),
  "not hex",
);
const times = z.number().int().positive().optional();
const Faults = z.object({
  throttle: z.object({ status: z.number().int(), path: z.string().optional(), times }).nullable().optional(),
  refuse: z
    .object({ code: z.enum(CODES), message: z.string(), times, taken: z.boolean().optional() })
    .nullable()
    .optional(),
  loseNext: z.number().int().min(0).optional(),
  delayMs: z.number().int().min(0).optional(),
});

const VERBS: Record<string, (control: TronControl, body: unknown) => unknown> = {
  status: (control) => control.status(),
  mine: (control, body) => control.mine(z.object({ blocks: count.default(1) }).parse(body).blocks),
  solidify: (control) => control.solidify(),
  pause: (control) => control.pause(),
  resume: (control) => control.resume(),
  reorg: (control, body) => {
    const asked = z
      .object({ depth: count, transactions: z.enum(["pending", "dropped"]).optional() })
      .parse(body);
    return control.reorg(asked.depth, asked.transactions);
  },
  advancetime: (control, body) => control.advanceTime(z.object({ ms: count }).parse(body).ms),
  fund: (control, body) => {
    const { address, ...money } = z
      .object({ address: z.string(), sun: amount.optional(), tokenUnits: amount.optional() })
      .parse(body);
    return control.fund(address, money);
  },
  setbalance: (control, body) => {
    const { address, sun } = z.object({ address: z.string(), sun: amount }).parse(body);
    return control.setBalance(address, sun);
  },
  install: (control, body) => {
    const { address, code } = z.object({ address: z.string(), code: hex }).parse(body);
    return control.install(address, code);
  },
  stake: (control, body) => {
    const { address, ...resources } = z
      .object({ address: z.string(), energy: amount.optional(), net: amount.optional() })
      .parse(body);
    return control.stake(address, resources);
  },
  fault: (control, body) => control.fault(Faults.parse(body)),
  heal: (control) => control.heal(),
};

/** `/simulator/<verb>`: the knobs for programs outside this process. Answers the status after the change. */
export async function answerControl(control: TronControl, verb: string, body: unknown): Promise<unknown> {
  const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  if (!run) throw new Error(`no such verb; there are ${Object.keys(VERBS).join(", ")}`);
  await run(control, body);
  return { simulator: true, ...control.status() };
}
