import { inTransaction } from "@/server/context";
import { erasePayer, showPersonalData } from "@/server/payers/personal-data";
import { type Command, operatorCommand, UsageError } from "./command";

const USAGE = `npm run payers -- show <platform ID> <clientUserId>
npm run payers -- erase <platform ID> <clientUserId>

show   all that is kept of a payer of crypto-to-fiat, as JSON, for that person
erase  erases it; its payments stay, without any of it, and the provider keeps its own copy`;

type Act = (command: Command) => Promise<void>;

export const payers = operatorCommand(USAGE, readArguments, (command, act) => act(command));

function readArguments(args: readonly string[]): Act {
  const [verb, platformId, clientUserId, ...more] = args;
  if (platformId === undefined || clientUserId === undefined || more.length > 0) throw new UsageError();
  if (verb === "show") {
    return async ({ actFor, say }) =>
      say(JSON.stringify(await showPersonalData(actFor(platformId), clientUserId), null, 2));
  }
  if (verb === "erase") {
    return async ({ actFor, say }) => {
      await inTransaction(actFor(platformId), (tx) => erasePayer(tx, clientUserId));
      say("Erased.");
    };
  }
  throw new UsageError();
}
