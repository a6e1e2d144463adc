import { migrate } from "./operator/migrate";
import { runProgram } from "./operator/terminal";

await runProgram(migrate);
