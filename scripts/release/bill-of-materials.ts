import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface Bill {
  serialNumber?: string;
  metadata: { timestamp?: string };
}

/**
 * The software bill of materials (CycloneDX 1.5, JSON) of a manifest and its lock file: every package that an
 * installation runs, with its version, its file's hash and its licence. Without a number or a time of its own, so that the
 * same lock file gives the same bytes. Throws where npm refuses the lock file.
 */
export function billOfMaterials(manifest: object, lock: object): string {
  const parent = mkdtempSync(join(tmpdir(), "quittance-sbom-"));
  // npm names the product after the folder.
  const folder = join(parent, "quittance");
  try {
    mkdirSync(folder);
    writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
    const asked = ["sbom", "--sbom-format=cyclonedx", "--sbom-type=application", "--omit=dev"];
    const output = execFileSync("npm", [...asked, "--package-lock-only"], {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 2 ** 26,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const { serialNumber: _, ...bill }: Bill = JSON.parse(output);
    const { timestamp: __, ...metadata } = bill.metadata;
    return `${JSON.stringify({ ...bill, metadata }, null, 2)}\n`;
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}
