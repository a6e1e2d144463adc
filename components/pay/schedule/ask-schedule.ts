import { ask, json, Unreachable } from "@/components/pay/api/ask-server";
import { disagreementIn } from "@/components/pay/safety/schedule/schedule-agreement";
import { isScheduleState, type PageSchedule } from "@/server/recurring-payouts/page/page-schema";
import type { ShownSchedule } from "@/server/recurring-payouts/page/shown-schema";

/**
 * Where a schedule is now. An answer counts only if it is about the schedule that was `drawn`, in every field that is
 * signed, and those are kept as they were drawn. Throws `Unreachable` for anything else, also when there is no answer.
 */
export async function readSchedule(token: string, drawn: ShownSchedule): Promise<PageSchedule> {
  const { status, body } = await post("/pay/schedule/state", { token });
  if (status !== 200 || !isScheduleState(body) || body.kind !== "schedule") {
    throw new Unreachable(`schedule: ${status}`);
  }
  if (body.token !== token || disagreementIn(drawn, body)) throw new Unreachable("schedule: another one");
  return { ...body, shown: drawn };
}

/** What the service would have signed: unknown, and trusted in nothing. Throws `Unreachable`. */
export function readPermit(token: string): Promise<{ status: number; body: unknown }> {
  return post("/pay/schedule/permit", { token });
}

/** Hands in what the payer has signed. Throws `Unreachable`, and answers false for a signature that was not taken. */
export async function handIn(token: string, signature: string): Promise<boolean> {
  const { status } = await post("/pay/schedule/sign", { token, signature });
  if (status === 200) return true;
  if (status === 400) return false;
  throw new Unreachable(`sign: ${status}`);
}

/** Posts to a page of ours and answers what it says. Throws `Unreachable`. */
export async function post(path: string, body: object): Promise<{ status: number; body: unknown }> {
  const response = await ask(path, json(body));
  try {
    return { status: response.status, body: await response.json() };
  } catch (cause) {
    throw new Unreachable("not an answer", { cause });
  }
}
