import { operatorCommand, type Typed } from "@/scripts/operator/command";
import { inTransaction } from "@/server/context";
import { erasePayer, showPersonalData } from "@/server/payers/personal-data";

type Named = Typed<"payers show" | "payers erase">;
const named = ({ words: [platformId = "", clientUserId = ""] }: Named) => ({ platformId, clientUserId });

/** All that is kept of a payer of crypto-to-fiat, for that person. Always JSON. */
export const show = operatorCommand(
  "payers show",
  named,
  async ({ actFor, say }, { platformId, clientUserId }) => {
    const data = await showPersonalData(actFor(platformId), clientUserId);
    say(JSON.stringify(data, null, 2));
    return { data };
  },
);

/** Erases it; its payments stay, without any of it, and the provider keeps its own copy. */
export const erase = operatorCommand(
  "payers erase",
  named,
  async ({ actFor, say }, { platformId, clientUserId }) => {
    await inTransaction(actFor(platformId), (tx) => erasePayer(tx, clientUserId));
    say("Erased.");
    return { data: { platformId, clientUserId, isErased: true } };
  },
);
