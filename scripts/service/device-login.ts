import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import {
  type DeviceAuthorizationBody,
  DeviceAuthorizationCreated,
  DeviceKeyIssued,
} from "@/server/auth/device/schema";

const ANSWER_MS = 30_000;
const FIRST_SECONDS = 1;
/** After which a service that never says so is given up; a login lives ten minutes. */
const LONGEST_MS = 15 * 60_000;

/** What a service answers to a call that it refuses. */
const Refusal = z.object({ message: z.unknown(), intervalSeconds: z.int().positive().optional() });

/** Asks a service for a key that a person approves. Throws what the service refuses, in its words. */
export async function askForKey(
  baseUrl: string,
  body: DeviceAuthorizationBody,
  signal: AbortSignal,
): Promise<DeviceAuthorizationCreated> {
  const { answer, code, json } = await post(`${baseUrl}/v2/device/authorizations`, body, signal);
  if (!answer.ok) throw refused(answer, code, json);
  return DeviceAuthorizationCreated.parse(json);
}

/**
 * Waits until a person has approved the login, and collects its key: as often as the service allows, through outages, until it
 * is denied or its time is over. Throws then, and when the command is to end.
 */
export async function collectKey(
  baseUrl: string,
  { deviceCode, intervalSeconds }: Pick<DeviceAuthorizationCreated, "deviceCode" | "intervalSeconds">,
  signal: AbortSignal,
): Promise<DeviceKeyIssued> {
  let seconds = intervalSeconds;
  // The time between two calls is the service's; before the first there is none to keep.
  let next = FIRST_SECONDS;
  let isLost = false;
  // When its time is over is for the service to say: the clock of this machine may be wrong.
  const end = performance.now() + LONGEST_MS;
  while (performance.now() < end) {
    await pause(next * 1_000, undefined, { signal });
    next = seconds;
    const received = await post(`${baseUrl}/v2/device/tokens`, { deviceCode }, signal).catch(() => null);
    signal.throwIfAborted();
    isLost ||= received === null;
    if (received === null) continue;
    const { answer, code, json } = received;
    if (answer.ok) return DeviceKeyIssued.parse(json);
    if (code === "slow_down") {
      seconds = Refusal.safeParse(json).data?.intervalSeconds ?? seconds + 5;
      next = seconds;
    } else if (code === "authorization_used" && isLost) throw new Error(LOST);
    else if (code !== "authorization_pending" && answer.status !== 429 && answer.status < 500) {
      throw refused(answer, code, json);
    }
  }
  throw new Error("Nobody approved the login in time; start it again");
}

const LOST =
  "The key was made, but the answer with it was lost. Log in again, and delete the one that was lost in the dashboard, under API keys.";

async function post(url: string, body: unknown, signal: AbortSignal) {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    // A key is not handed to another address, nor a code.
    redirect: "error",
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
  });
  const json: unknown = await answer.json().catch(() => null);
  return { answer, code: answer.headers.get("x-error-code"), json };
}

function refused(answer: Response, code: string | null, json: unknown): Error {
  const message = Refusal.safeParse(json).data?.message;
  const words = typeof message === "string" ? message : `the service answered ${answer.status}`;
  return new Error(`${words} (${code ?? answer.status})`);
}
