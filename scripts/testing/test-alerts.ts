import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { repositoryRoot } from "@/repository-root";

/** The folder of the rules that Prometheus reads, and of what each of them has to fire for. */
const OPS = join(repositoryRoot(), "ops");

/** `npm run test:alerts`: the rules of `ops/alerts.yml` as Prometheus itself reads and evaluates them. */
for (const args of [
  ["check", "rules", "alerts.yml"],
  ["test", "rules", "alerts.test.yml"],
]) {
  const { error, status } = spawnSync("promtool", args, { cwd: OPS, stdio: "inherit" });
  if (error) {
    process.stderr.write(
      "promtool is not here: `apt-get install --no-install-recommends prometheus` brings it on Debian\n",
    );
    process.exit(2);
  }
  if (status !== 0) process.exit(1);
}
