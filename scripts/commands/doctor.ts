import { plainCommand } from "@/scripts/command-line/plain-command";
import { examine } from "@/scripts/operator/doctor/examine";

/** `quittance doctor`: what the service needs, how it is, and what to do about what is wrong. Ends with 1 where something is. */
export const doctor = plainCommand("doctor", async ({ env }, say) => {
  const findings = await examine(env, () => new Date());
  for (const { part, about, isWell, reason, remedy } of findings) {
    say(`${isWell ? "ok   " : "WRONG"}  ${part.padEnd(8)}  ${about}: ${reason}`);
    if (remedy !== null) say(`${" ".repeat(17)}→ ${remedy}`);
  }
  const count = findings.filter(({ isWell }) => !isWell).length;
  say(count === 0 ? "\nAll is well." : `\n${count} of ${findings.length} need you.`);
  return { data: { findings }, code: count === 0 ? 0 : 1 };
});
