import { writeFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { npmRun, sharedStack } from "./shop";

/** The quittance of a paid request holds for whoever reads the chain, without asking the service. */
export async function expectVerifiedQuittance(requestId: string): Promise<void> {
  const { stack, dataDir } = sharedStack();
  const quittance = await fetch(`${stack.apiUrl}/v2/request/${requestId}/quittance`);
  const file = test.info().outputPath("quittance.json");
  writeFileSync(file, await quittance.text());
  expect(await npmRun(dataDir, "verify:quittance", [file, "--stack"])).toContain(
    "every transfer is in the chain",
  );
}
