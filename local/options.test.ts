import { createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { choosePort, readOptions } from "@/local/options";

describe("the command line", () => {
  test("runs a few chains by default, all eight or the named ones when asked", () => {
    expect(readOptions([], {}, "/repo").networks).toEqual(["sepolia", "base", "mainnet"]);
    expect(readOptions(["start", "--networks", "all"], {}, "/repo").networks).toHaveLength(8);
    expect(readOptions(["--networks", "tron,sepolia"], {}, "/repo").networks).toEqual(["tron", "sepolia"]);
    expect(readOptions(["start", "--networks", "bsc,base,bsc"], {}, "/repo").networks).toEqual([
      "bsc",
      "base",
    ]);
  });

  test("refuses an unknown network, flag or command and shows what there is", () => {
    expect(() => readOptions(["--networks", "goerli"], {}, "/repo")).toThrow(/goerli[\s\S]*sepolia/);
    expect(() => readOptions(["--frsh"], {}, "/repo")).toThrow(/npm start --/);
    expect(() => readOptions(["stop"], {}, "/repo")).toThrow(/Unknown command stop/);
  });

  test("tells the filler what to do with payments between chains by --filler, and refuses what it cannot do", () => {
    expect(readOptions([], {}, "/repo").filler).toBe("fill");
    expect(readOptions(["start", "--filler", "fail-call"], {}, "/repo").filler).toBe("fail-call");
    expect(() => readOptions(["--filler", "steal"], {}, "/repo")).toThrow(/steal[\s\S]*expire/);
  });

  test("opens the sandbox of faults by --chaos only", () => {
    expect(readOptions([], {}, "/repo").chaos).toBe(false);
    expect(readOptions(["start", "--chaos"], {}, "/repo").chaos).toBe(true);
  });

  test("will not empty a database of the caller's", () => {
    expect(() => readOptions(["--fresh"], { DATABASE_URL: "postgres://x" }, "/repo")).toThrow(
      /does not empty/,
    );
  });

  test("puts the data where QUITTANCE_DATA_DIR says, relative to the repository", () => {
    expect(readOptions([], {}, "/repo").dataDir).toBe("/repo/.quittance");
    expect(readOptions([], { QUITTANCE_DATA_DIR: "/var/q" }, "/repo").dataDir).toBe("/var/q");
  });
});

describe("the port", () => {
  test("is the next free one when nobody asked, and an error when somebody did", async () => {
    const server = createServer();
    const taken = await new Promise<number>((resolve) => {
      server.listen(0, "127.0.0.1", () => {
        const address = server.address();
        resolve(typeof address === "object" && address !== null ? address.port : 0);
      });
    });
    await expect(choosePort(String(taken))).rejects.toThrow(/in use by another program[\s\S]*PORT/);
    expect(await choosePort(undefined)).not.toBe(taken);
    await expect(choosePort("http")).rejects.toThrow(/is not a port/);
    server.close();
  });
});
